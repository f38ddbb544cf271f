/** Works on several items at once, and gives the results in the order of the items. */

/**
 * The results of `work`, which gets the item and its index. At most `most` items are in progress: an item is in progress
 * until the caller asks for the result after its own. Rejects with the first failure, and with the reason of the signal.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  most: number,
  work: (item: Item, index: number) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<Result, void> {
  const results: Promise<Result>[] = []
  let open = 0
  let [isTaken, isOver] = [false, false]
  // Only one side waits at a time: for room, or for a result.
  let wake = (): void => {}
  const change = (): Promise<void> => new Promise((resolve) => (wake = resolve))
  const take = async (): Promise<void> => {
    let index = 0
    for await (const item of items) {
      if (isOver) return
      results.push(handled(work(item, index++)))
      open++
      wake()
      while (open === most && !isOver) await change()
      if (isOver) return
    }
  }
  const taking = handled(
    take().finally(() => {
      isTaken = true
      wake()
    }),
  )
  try {
    for (;;) {
      while (results.length === 0 && !isTaken) await untilAborted(change(), signal)
      const result = results.shift()
      if (!result) break
      yield await untilAborted(result, signal)
      open--
      wake()
    }
    await taking
  } finally {
    isOver = true
    wake()
  }
}

/** The promise. Node does not report its rejection if nobody waits for it any more. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

/** The same value, or a rejection with the reason of the signal as soon as it is aborted. */
export function untilAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    // In browsers, what listens earlier may reject the promise before `abort` is called.
    const fail = (error: unknown): void => reject(signal.aborted ? signal.reason : error)
    void promise.then(resolve, fail).finally(() => signal.removeEventListener('abort', abort))
  })
}
