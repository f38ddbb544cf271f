/** Compiles the kernel into build/kernel.js as text, so that Node and browsers load it alike, and into build/kernel.wasm for the edge. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const home = fileURLToPath(new URL('..', import.meta.url))
const options = [
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  // With -O3, which inlines all that is small, the kernel has 16.2 kB in place of 11.5, and is as fast.
  '--optimizeLevel',
  '3',
  '--shrinkLevel',
  '1',
  '--noAssert',
  '--enable',
  'simd',
]

/** Functions to inline are marked by a comment, because TypeScript lacks AssemblyScript's decorators of functions. */
function readFile(name, folder) {
  try {
    return readFileSync(join(folder, name), 'utf8').replaceAll(/^\/\/ @inline$/gm, '@inline')
  } catch {
    return null
  }
}

let kernel
const { error, stderr } = await asc.main(
  ['assembly/index.ts', '--baseDir', home, '--outFile', 'kernel.wasm', ...options],
  { readFile, writeFile: (_, contents) => (kernel = Buffer.from(contents)) },
)
if (error) throw new Error(`asc failed: ${error.message}\n${stderr.toString()}`)
mkdirSync(home + 'build', { recursive: true })
// Hexadecimal text has 15 % less than base64 when it is compressed.
writeFileSync(home + 'build/kernel.js', `export const kernel = '${kernel.toString('hex')}'\n`)
writeFileSync(home + 'build/kernel.wasm', kernel)
writeFileSync(home + 'build/kernel.d.ts', 'export declare const kernel: string\n')
