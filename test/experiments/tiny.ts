/** Experiments for tests: on treebanks that take seconds, and through the command line in this process. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { experimentCommand } from '../../experiments/command.ts'
import { run } from '../../src/commands/run.ts'
import { sampleTreebank } from '../sentences.ts'
import { Gathered, type Outcome } from '../src/commands/rbparse.ts'

/** Writes a treebank into a folder: some sentences to train on, and, where a number is given, some to test on. */
export function writeTreebank(folder: string, train: number, dev?: number): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'train.conllu'), sampleTreebank(train, 3))
  if (dev !== undefined) writeFileSync(join(folder, 'dev.conllu'), sampleTreebank(dev, 4))
  return folder
}

/** Runs `rbparse experiment` with these arguments, its cells in this process. */
export async function experiment(...args: readonly string[]): Promise<Outcome> {
  const terminal = { stdin: none(), stdout: new Gathered(), stderr: new Gathered() }
  const command = { name: 'experiment', summary: '', load: async () => experimentCommand(terminal) }
  const status = await run(['experiment', ...args], terminal, [command])
  return { status, stdout: terminal.stdout.text(), stderr: terminal.stderr.text() }
}

async function* none(): AsyncGenerator<Uint8Array> {}
