/** Work on many items at the same time, with results in the order of the items. */

/**
 * Calls `work` for each item as it comes, and `settle` for each result, in the order of the items, one at a time. At most
 * `most` items are in progress: taken, and not settled. Rejects with the first failure in the order of the items, and takes
 * no more items then.
 */
export async function inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
  settle: (result: Result) => Promise<void>,
): Promise<void> {
  const inProgress: Promise<void>[] = []
  let last = Promise.resolve()
  for await (const item of items) {
    const result = work(item)
    last = last.then(() => result).then(settle)
    // A rejection is handled where `last` is awaited. Until then, Node must not report it as unhandled.
    result.catch(() => {})
    last.catch(() => {})
    inProgress.push(last)
    if (inProgress.length === most) await inProgress.shift()
  }
  await last
}
