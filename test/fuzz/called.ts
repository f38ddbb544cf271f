/** Calls of the command line that must end with a result, or with one line that says what was expected. */
import { rbparse } from '../src/commands/rbparse.ts'

/** An error of the data or the call. */
const PROBLEM = /^[^\n]+, expected [^\n]+$/
/** What only a fault of the program prints. */
const FAULT = /^rbparse: |^ {4}at |\bundefined\b|\[object|\bNaN\b/m

/** Runs `rbparse`. Returns standard output, or undefined if the call has ended with one of the statuses `refused`. Throws for faults. */
export async function called(
  args: readonly string[],
  { stdin = '', refused = [1] }: { readonly stdin?: string; readonly refused?: readonly number[] } = {},
): Promise<string | undefined> {
  const { status, stdout, stderr } = await rbparse(args, stdin)
  const last = stderr.trimEnd().split('\n').at(-1)!
  const isRefusal = refused.includes(status) && PROBLEM.test(last)
  if ((status === 0 || isRefusal) && !FAULT.test(stderr)) return status === 0 ? stdout : undefined
  throw new Error(`rbparse ${args.join(' ')}: status ${status}\n${stderr.slice(-2000)}`)
}
