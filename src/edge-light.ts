/**
 * The same entry as edge.ts for runtimes that import compiled WebAssembly as `.wasm?module` (the edge runtime of Next.js and
 * Vercel).
 */
import kernel from '../parser/scoring/kernel/build/kernel.wasm?module'
import { useKernel } from '../parser/scoring/kernel/module.ts'

useKernel(kernel)

export * from './browser.ts'
