/**
 * Builds the package into build/: the AssemblyScript, embedded as base64 in a module so that Node and browsers load it
 * alike, then the TypeScript.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const home = fileURLToPath(new URL('..', import.meta.url))
const build = home + 'build/'

/** Compiles the assembly and returns the binary as base64. */
async function compile() {
  const written = new Map()
  const options = [
    '--runtime',
    'stub',
    '--importMemory',
    '--noExportMemory',
    '-O3',
    '--noAssert',
    '--converge',
  ]
  const { error, stderr } = await asc.main(
    ['assembly/index.ts', '--baseDir', home, '--outFile', 'out.wasm', '--enable', 'simd', ...options],
    { writeFile: (name, contents) => written.set(name, contents) },
  )
  if (error) throw new Error(`asc failed: ${error.message}\n${stderr.toString()}`)
  const binary = Buffer.from(written.get('out.wasm'))
  const memory = new WebAssembly.Memory({ initial: 1 })
  const { instance } = await WebAssembly.instantiate(binary, { env: { memory, abort: () => {} } })
  // source/machine.ts puts a training's arrays after the first page
  if (instance.exports.heapBase.value > 65536) throw new Error('static data outgrew the first page')
  return binary.toString('base64')
}

mkdirSync(build, { recursive: true })
writeFileSync(build + 'binary.js', `export const binary = '${await compile()}'\n`)
writeFileSync(build + 'binary.d.ts', 'export declare const binary: string\n')

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
execFileSync(process.execPath, [compiler, '-p', home + 'tsconfig.json'], { stdio: 'inherit' })

// what was built from a source that is no longer there
for (const name of readdirSync(build)) {
  const source = name.split('.')[0]
  if (source !== 'binary' && !existsSync(`${home}source/${source}.ts`)) rmSync(build + name)
}
