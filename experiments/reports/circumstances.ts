/** How a report was made: the command, the commit of the checkout, the machine and the date. */
import { execFileSync } from 'node:child_process'
import { cpus, platform, totalmem } from 'node:os'

/** By name. The commit is that of the working directory, `-dirty` if it has changes; absent outside a git checkout. */
export function circumstances(): Readonly<Record<string, string>> {
  const [first] = cpus()
  const commit = commitHere()
  return {
    command: ['rbparse', ...process.argv.slice(2).map(quoted)].join(' '),
    ...(commit !== undefined && { commit }),
    machine: `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()}, Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
  }
}

function commitHere(): string | undefined {
  const args = ['describe', '--always', '--dirty', '--abbrev=12', '--match=']
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}
