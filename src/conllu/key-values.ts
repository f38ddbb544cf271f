/** The column MISC: pairs `Key=value` joined by `|`; `_` if there is none. */

const PAIRS = '|'
const EMPTY = '_'

/** Adds `key=value` at the end and removes other values of the key. */
export function withPair(misc: string, key: string, value: string): string {
  const others = misc === EMPTY ? [] : misc.split(PAIRS).filter((pair) => !pair.startsWith(`${key}=`))
  return [...others, `${key}=${value}`].join(PAIRS)
}
