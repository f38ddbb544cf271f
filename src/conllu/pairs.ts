/** The column MISC: pairs of a key and a value, `Key=value`, joined by `|`; `_` where there is none. */

const PAIRS = '|'
const EMPTY = '_'

/** `misc` with `key=value` at its end, in place of what stood under that key. */
export function withPair(misc: string, key: string, value: string): string {
  const others = misc === EMPTY ? [] : misc.split(PAIRS).filter((pair) => !pair.startsWith(`${key}=`))
  return [...others, `${key}=${value}`].join(PAIRS)
}
