/** The package as users install it: packed, and installed without a network in a separate folder. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutProgress } from './messages.ts'

const house = fileURLToPath(new URL('..', import.meta.url))

/** The only dependency, and the optional dependencies of the server. */
const dependencies = ['commander', 'hono', '@hono/node-server']

/** The time limit of one program, in milliseconds. The limit of a test cannot end a test that waits without an event loop. */
export const MAX_PROGRAM_MS = 600_000

export interface Installed {
  /** The folder of the installation, which has no other files. */
  readonly folder: string
  /** The path of the tarball, and the names of the files in it. */
  readonly tarball: string
  readonly packed: readonly string[]
  /**
   * Runs a line of shell there, with the installed bins at hand. Its standard error comes without progress. Throws if it
   * takes more than {@link MAX_PROGRAM_MS}.
   */
  shell(line: string, input?: string): { status: number | null; stdout: string; stderr: string }
  remove(): void
}

/** Builds the package into the node_modules of a folder, which is faster than `install`. */
export function build(): Installed {
  const root = mkdtempSync(join(tmpdir(), 'built-'))
  const modules = join(root, 'node_modules')
  const target = join(modules, 'right-branching')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  const tsdown = join(house, 'node_modules', '.bin', 'tsdown')
  execFileSync(tsdown, ['--no-dts', '--out-dir', join(target, 'dist')], {
    cwd: house,
    stdio: 'pipe',
    timeout: MAX_PROGRAM_MS,
  })
  copyFileSync(join(house, 'package.json'), join(target, 'package.json'))
  mkdirSync(join(modules, '@hono'))
  for (const name of dependencies) symlinkSync(join(house, 'node_modules', name), join(modules, name))
  const bin = join(target, 'dist', 'src', 'main.js')
  chmodSync(bin, 0o755)
  symlinkSync(bin, join(modules, '.bin', 'rbparse'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  return {
    folder: root,
    tarball: '',
    packed: [],
    shell: shellIn(root),
    remove: () => rmSync(root, { recursive: true }),
  }
}

/**
 * Packs a copy of the package, and installs the tarball with what it needs beside it. To pack is to build, which empties `dist`:
 * no two tests may do that in one folder.
 */
export function install(): Installed {
  const root = mkdtempSync(join(tmpdir(), 'installed-'))
  const [copy, tarballs, folder] = [join(root, 'copy'), join(root, 'tarballs'), join(root, 'user')]
  const left = ['.git', 'dist', 'node_modules'].map((name) => join(house, name))
  cpSync(house, copy, { recursive: true, filter: (path) => !left.includes(path) })
  symlinkSync(join(house, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(tarballs)
  mkdirSync(folder)
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync('npm', args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: MAX_PROGRAM_MS,
    })
  const report = npm(copy, 'pack', '--json', '--pack-destination', tarballs)
  const folders = dependencies.map((name) => `./node_modules/${name}`)
  npm(house, 'pack', '--ignore-scripts', '--pack-destination', tarballs, ...folders)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const files = readdirSync(tarballs).map((name) => join(tarballs, name))
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', ...files)
  // What `prepack` prints comes before the report.
  const [{ filename, files: packed }] = JSON.parse(report.slice(report.search(/^\[\s*\{/m))) as [
    { filename: string; files: { path: string }[] },
  ]
  return {
    folder,
    tarball: join(tarballs, filename),
    packed: packed.map(({ path }) => path),
    shell: shellIn(folder),
    remove: () => rmSync(root, { recursive: true }),
  }
}

function shellIn(folder: string): Installed['shell'] {
  const env = { ...process.env, PATH: join(folder, 'node_modules', '.bin') + delimiter + process.env.PATH }
  return (line, input = '') => {
    const bash = ['-o', 'pipefail', '-c', line]
    const { status, stdout, stderr, error } = spawnSync('bash', bash, {
      cwd: folder,
      env,
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: MAX_PROGRAM_MS,
      killSignal: 'SIGKILL',
    })
    if (error) throw new Error(`${line}: ${error.message}\n${stderr}`)
    return { status, stdout, stderr: withoutProgress(stderr) }
  }
}
