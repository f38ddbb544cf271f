/** Compiles the kernel into build/kernel.js as text, so that Node and browsers load it alike, and into build/kernel.wasm for the edge. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const home = fileURLToPath(new URL('..', import.meta.url))
const options = [
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '-O3',
  '--noAssert',
  '--enable',
  'simd',
]
let kernel
const { error, stderr } = await asc.main(
  ['assembly/index.ts', '--baseDir', home, '--outFile', 'kernel.wasm', ...options],
  { writeFile: (_, contents) => (kernel = Buffer.from(contents)) },
)
if (error) throw new Error(`asc failed: ${error.message}\n${stderr.toString()}`)
mkdirSync(home + 'build', { recursive: true })
writeFileSync(home + 'build/kernel.js', `export const kernel = '${kernel.toString('base64')}'\n`)
writeFileSync(home + 'build/kernel.wasm', kernel)
writeFileSync(home + 'build/kernel.d.ts', 'export declare const kernel: string\n')
