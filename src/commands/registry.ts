/** The commands of `rbparse`. */
import type { Command } from 'commander'
import type { CommandContext } from './options.ts'

/** Loads a command. Each command is a chunk of the bundle, so that a call loads only the command that it runs. */
type Loader = () => Promise<(setting: CommandContext) => Command>

/** The commands by name, in the order of the help. To add a command, add a file and an entry. */
export const commands: ReadonlyMap<string, Loader> = new Map<string, Loader>([
  ['transform', async () => (await import('./transform.ts')).transformCommand],
  ['reverse', async () => (await import('./transform.ts')).reverseCommand],
  ['train', async () => (await import('./train.ts')).trainCommand],
  ['parse', async () => (await import('./parse.ts')).parseCommand],
  ['cluster', async () => (await import('./cluster.ts')).clusterCommand],
  ['evaluate', async () => (await import('./evaluate.ts')).evaluateCommand],
  ['derive', async () => (await import('./derive.ts')).deriveCommand],
  ['draw', async () => (await import('./draw.ts')).drawCommand],
  ['match', async () => (await import('./match.ts')).matchCommand],
  ['systems', async () => (await import('./lists.ts')).systemsCommand],
  ['info', async () => (await import('./lists.ts')).infoCommand],
  ['models', async () => (await import('./lists.ts')).modelsCommand],
  ['bench', async () => (await import('./bench.ts')).benchCommand],
  ['sample', async () => (await import('./sample.ts')).sampleCommand],
  ['demo', async () => (await import('./demo.ts')).demoCommand],
  ['page', async () => (await import('./page.ts')).pageCommand],
  ['serve', async () => (await import('./serve.ts')).serveCommand],
])
