/** Processes several items concurrently, and returns the results in item order. */

/**
 * The results of `work`, which receives the item and its index. At most `limit` items are in progress; an item is in
 * progress until the caller requests the next result. Rejects with the first failure, and with the reason of the signal.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<Result, void> {
  const results: Promise<Result>[] = []
  let inProgress = 0
  let [isInputDone, isFinished] = [false, false]
  // Only one side waits at a time: for a free place, or for a result.
  let wake = (): void => {}
  const nextChange = (): Promise<void> => new Promise((resolve) => (wake = resolve))
  const takeItems = async (): Promise<void> => {
    let index = 0
    for await (const item of items) {
      if (isFinished) return
      results.push(markHandled(work(item, index++)))
      inProgress++
      wake()
      while (inProgress === limit && !isFinished) await nextChange()
      if (isFinished) return
    }
  }
  const itemsTaken = markHandled(
    takeItems().finally(() => {
      isInputDone = true
      wake()
    }),
  )
  try {
    for (;;) {
      while (results.length === 0 && !isInputDone) await untilAborted(nextChange(), signal)
      const result = results.shift()
      if (!result) break
      yield await untilAborted(result, signal)
      inProgress--
      wake()
    }
    await itemsTaken
  } finally {
    isFinished = true
    wake()
  }
}

/** Returns the promise, and prevents that Node reports an unhandled rejection. */
function markHandled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

/** Resolves as the promise, but rejects with the reason of the signal as soon as it is aborted. */
export function untilAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    // In browsers, an earlier listener may reject the promise before `abort` is called.
    const fail = (error: unknown): void => reject(signal.aborted ? signal.reason : error)
    void promise.then(resolve, fail).finally(() => signal.removeEventListener('abort', abort))
  })
}
