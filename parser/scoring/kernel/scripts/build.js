/**
 * Compiles the kernel into build/kernel.js, the binaries as text, so that Node and browsers load them alike: `kernel` for
 * a memory of one thread, `sharedKernel` for one that threads share.
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
  return Buffer.from(written.get('kernel.wasm')).toString('base64')
}

const binaries = { kernel: await compile([]), sharedKernel: await compile(sharing) }
const lines = (line) => Object.entries(binaries).map(line).join('')
mkdirSync(home + 'build', { recursive: true })
writeFileSync(
  home + 'build/kernel.js',
  lines(([name, text]) => `export const ${name} = '${text}'\n`),
)
writeFileSync(
  home + 'build/kernel.d.ts',
  lines(([name]) => `export declare const ${name}: string\n`),
)
