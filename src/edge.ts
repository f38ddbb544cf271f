/**
 * The entry for runtimes that compile no WebAssembly while they run, such as Cloudflare Workers: that of browsers, with the
 * kernel as a module that the runtime has compiled. The export condition `workerd` leads here, too.
 *
 * @module right-branching/edge
 */
import kernel from '../parser/scoring/kernel/build/kernel.wasm'
import { useKernel } from '../parser/scoring/kernel/module.ts'

useKernel(kernel)

export * from './browser.ts'
