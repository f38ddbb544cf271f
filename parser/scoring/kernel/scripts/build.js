/**
 * Compiles the kernel into build/kernel.js as text, so that Node and browsers load it alike. A binary for a memory that
 * threads share differs in its first bytes only, where it imports the memory: `sharedStart` takes the place of the first
 * `startLength` bytes of `kernel`.
 */
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
/** A memory may have as many pages as there are. */
const sharing = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536']

async function compile(more) {
  const written = new Map()
  const { error, stderr } = await asc.main(
    ['assembly/index.ts', '--baseDir', home, '--outFile', 'kernel.wasm', ...options, ...more],
    { writeFile: (name, contents) => written.set(name, contents) },
  )
  if (error) throw new Error(`asc failed: ${error.message}\n${stderr.toString()}`)
  return Buffer.from(written.get('kernel.wasm'))
}

const [kernel, shared] = [await compile([]), await compile(sharing)]
let same = 0
while (kernel.at(-1 - same) === shared.at(-1 - same)) same++
const startLength = kernel.length - same
const sharedStart = shared.subarray(0, shared.length - same)
mkdirSync(home + 'build', { recursive: true })
writeFileSync(
  home + 'build/kernel.js',
  `export const kernel = '${kernel.toString('base64')}'
export const sharedStart = '${sharedStart.toString('base64')}'
export const startLength = ${startLength}
`,
)
writeFileSync(
  home + 'build/kernel.d.ts',
  'export declare const kernel: string\nexport declare const sharedStart: string\nexport declare const startLength: number\n',
)
