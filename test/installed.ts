/** The package as its users have it: packed, and installed without a network in a folder of its own. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const house = fileURLToPath(new URL('..', import.meta.url))

export interface Installed {
  /** The folder that it was installed in, otherwise empty. */
  readonly folder: string
  /** The names of the files in the tarball. */
  readonly packed: readonly string[]
  /** Runs a line of shell there, with the installed bins at hand. */
  shell(line: string, input?: string): { status: number | null; stdout: string; stderr: string }
  remove(): void
}

/** Packs the package, which builds it, and installs the tarball with its one dependency beside it. */
export function install(): Installed {
  const root = mkdtempSync(join(tmpdir(), 'installed-'))
  const [tarballs, folder] = [join(root, 'tarballs'), join(root, 'user')]
  mkdirSync(tarballs)
  mkdirSync(folder)
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const report = npm(house, 'pack', '--json', '--pack-destination', tarballs)
  npm(house, 'pack', '--ignore-scripts', '--pack-destination', tarballs, './node_modules/commander')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const files = readdirSync(tarballs).map((name) => join(tarballs, name))
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', ...files)
  // What `prepare` prints comes before the report.
  const [{ files: packed }] = JSON.parse(report.slice(report.search(/^\[\s*\{/m))) as [
    { files: { path: string }[] },
  ]
  const env = { ...process.env, PATH: join(folder, 'node_modules', '.bin') + delimiter + process.env.PATH }
  return {
    folder,
    packed: packed.map(({ path }) => path),
    shell: (line, input = '') => {
      const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line], {
        cwd: folder,
        env,
        input,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      })
      return { status, stdout, stderr }
    },
    remove: () => rmSync(root, { recursive: true }),
  }
}
