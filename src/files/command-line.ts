/**
 * What a command needs from Node, in one place for the floor above: errors with their exit status, the terminal, files
 * that appear only when they are complete, progress, and the parsers of option values. It is apart from the package's
 * entry for Node because a library does not load commander.
 */
export { checked, choiceOption, example, numberAbove, parseSolver, wholeNumber } from '../commands/options.ts'
export { counted } from './counted.ts'
export { CallError, codeOf, reasonOf, RunError } from './failures.ts'
export { readAll } from './input.ts'
export { withOutput } from './output.ts'
export { Progress } from './progress.ts'
export type { Terminal } from './terminal.ts'
