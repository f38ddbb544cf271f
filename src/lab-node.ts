/**
 * The exports of commands for experiments. The entries of the package do not export them, so that libraries do not load
 * commander.
 */
export { median } from './bench/interleave.ts'
export { checked, commandOf, positiveNumber, wholeNumber } from './commands/options.ts'
export { parseSolver } from './commands/train-options.ts'
export { counted } from './files/terminal.ts'
export { CallError, codeOf, reasonOf, RunError } from './files/failures.ts'
export { readAll } from './files/text-file.ts'
export { withOutput } from './files/output.ts'
export { Progress } from './files/terminal.ts'
export type { Terminal } from './files/terminal.ts'
export { useArguments, usedModules } from './files/use-modules.ts'
