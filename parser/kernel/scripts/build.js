/** Compiles the kernel into build/kernel.js: the binary as text, so that Node and browsers load it alike. */
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
const written = new Map()
const { error, stderr } = await asc.main(
  ['assembly/index.ts', '--baseDir', home, '--outFile', 'kernel.wasm', ...options],
  { writeFile: (name, contents) => written.set(name, contents) },
)
if (error) throw new Error(`asc failed: ${error.message}\n${stderr.toString()}`)

mkdirSync(home + 'build', { recursive: true })
const text = Buffer.from(written.get('kernel.wasm')).toString('base64')
writeFileSync(home + 'build/kernel.js', `export const kernel = '${text}'\n`)
writeFileSync(home + 'build/kernel.d.ts', 'export declare const kernel: string\n')
