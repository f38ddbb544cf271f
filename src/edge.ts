/**
 * The entry for runtimes that do not compile WebAssembly at run time, such as Cloudflare Workers: the browser entry, with
 * the kernel as a precompiled module. The export condition `workerd` also selects this entry.
 *
 * @module right-branching/edge
 */
import kernel from '../parser/scoring/kernel/build/kernel.wasm'
import { useKernel } from '../parser/scoring/kernel/module.ts'

useKernel(kernel)

export * from './browser.ts'
