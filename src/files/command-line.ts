/** What experiments use of commands. The entries of the package do not export it: libraries load no commander. */
export { checked, commandOf, positiveNumber, parseSolver, wholeNumber } from '../commands/options.ts'
export { counted } from './counted.ts'
export { CallError, codeOf, reasonOf, RunError } from './failures.ts'
export { readAll } from './input.ts'
export { withOutput } from './output.ts'
export { Progress } from './progress.ts'
export type { Terminal } from './terminal.ts'
export { useArguments } from './use-modules.ts'
