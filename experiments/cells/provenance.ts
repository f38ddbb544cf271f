/** Identifies the measuring program by the content of its build and of the modules of `--use`. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { usedModules } from '../../src/lab-node.ts'

export interface Provenance {
  /** The folder with the package.json of the program. */
  readonly root: string
  /** The first 16 hexadecimal digits of the SHA-256 of the program code. */
  readonly build: string
  /** The modules of `--use`, and the SHA-256 of each with the files that it imports by relative paths. */
  readonly modules: readonly { readonly name: string; readonly sha256: string }[]
}

const BUILD_DIGITS = 16
let cachedProvenance: Provenance | undefined

/** The provenance of this process. The first call must come after `--use`; the result is cached. */
export function provenance(): Provenance {
  return (cachedProvenance ??= provenanceOf(usedModules()))
}

/** @param modules the paths of the modules */
export function provenanceOf(modules: readonly string[]): Provenance {
  const modulePath = fileURLToPath(import.meta.url)
  const root = rootOf(dirname(modulePath))
  const isBuilt = modulePath.startsWith(join(root, 'dist'))
  const folders = isBuilt ? ['dist/src', 'dist/chunks'] : ['transform', 'parser', 'src', 'experiments']
  const files = folders.flatMap((folder) => codeIn(join(root, folder)))
  return {
    root,
    build: hashOfFiles(files).slice(0, BUILD_DIGITS),
    modules: modules.map((path) => ({ name: basename(path), sha256: hashOfFiles(withImports(path)) })),
  }
}

function rootOf(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootOf(dirname(folder))
}

/** The sorted paths of code files in a folder and its subfolders. */
function codeIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:[cm]?[jt]s|json|wasm)$/.test(path) && !path.includes('node_modules'))
    .sort()
    .map((path) => join(folder, path))
}

/** The path of a module and of all files that it imports, directly or indirectly, by relative paths. */
function withImports(path: string, found = new Set<string>()): string[] {
  if (found.has(path) || !existsSync(path)) return [...found]
  found.add(path)
  const imports = readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g)
  for (const [, relative] of imports) withImports(resolve(dirname(path), relative), found)
  return [...found]
}

function hashOfFiles(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = readFileSync(path)
    hash.update(`${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
