/** Work on many things at once whose results are needed in order. */

/**
 * Starts `work` on each item as it comes and hands the results to `settle` in the order of the items, one after the other.
 * At most `most` items are under way at a time: taken, and not settled. Rejects with the first failure, in the order of
 * the items; then no more are taken.
 */
export async function inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
  settle: (result: Result) => Promise<void>,
): Promise<void> {
  const underWay: Promise<void>[] = []
  let last = Promise.resolve()
  for await (const item of items) {
    const result = work(item)
    last = last.then(() => result).then(settle)
    // Whoever waits for these finds out; until then nobody does.
    result.catch(() => {})
    last.catch(() => {})
    underWay.push(last)
    if (underWay.length === most) await underWay.shift()
  }
  await last
}
