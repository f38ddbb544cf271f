/**
 * What the commands of the experiments use: errors with their exit status, the terminal, input, output, progress and parsers
 * of option values. The entries of the package do not export this, because a library does not load commander.
 */
export { addOptions, checked, example, numberAbove, parseSolver, wholeNumber } from '../commands/options.ts'
export { counted } from './counted.ts'
export { CallError, codeOf, reasonOf, RunError } from './failures.ts'
export { readAll } from './input.ts'
export { withOutput } from './output.ts'
export { Progress } from './progress.ts'
export type { Terminal } from './terminal.ts'
