/** A pool of threads with one queue of jobs. A thread that fails or takes too long is ended and replaced. */
/** The reason why a job has no result. */
export type PoolFailure =
  /** The thread of the job failed. */
  | 'failed'
  /** The thread did not finish the job in time. */
  | 'slow'
  /** No thread was free in time, so the job was not started. */
  | 'busy'
  /** The signal was aborted before the job was started. */
  | 'aborted'

export class PoolError extends Error {
  override readonly name = 'PoolError'
  readonly reason: PoolFailure

  constructor(reason: PoolFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface JobOptions {
  /** Memory to transfer with the job. */
  readonly transfer?: readonly ArrayBuffer[]
  /** The time limit in seconds for waiting in the queue, and again for processing. Default: no limit. */
  readonly seconds?: number
  /** Removes the job from the queue when aborted. A started job is finished, unless it has a `grace`. */
  readonly signal?: AbortSignal
  /**
   * The seconds that a started job may continue after its signal is aborted. Then its thread is ended, and the other jobs of
   * the thread return to the queue; such jobs must not have `transfer`. Default: no limit.
   */
  readonly grace?: number
}

export interface PoolOptions<Job, Result> {
  /** The maximum number of jobs that a thread holds; must be 1 if jobs have a time limit. Default: 1. */
  readonly depth?: number
  /** If given, the last thread processes only small jobs, so that they never wait for large jobs. */
  readonly isSmall?: (job: Job) => boolean
  /**
   * If given, the calling thread is the first thread of the pool. It processes jobs that no other thread can hold, one per
   * turn of its event loop.
   */
  readonly own?: (job: Job) => Result
}

/** The number of waiting jobs, or of jobs that the calling thread has finished, from which starting another thread pays off. */
const MIN_JOBS_FOR_THREAD = 4

const closedError = (): PoolError => new PoolError('failed', 'the threads were ended')

interface QueuedJob<Job, Result> {
  readonly job: Job
  readonly options: JobOptions
  resolve(result: Result): void
  reject(error: unknown): void
  timer?: NodeJS.Timeout
}

interface Slot<Job, Result> {
  readonly index: number
  thread: Thread | undefined
  /** The jobs of the thread, in order. The thread processes the first job. */
  readonly jobs: QueuedJob<Job, Result>[]
}

export class ThreadPool<Job, Result> {
  readonly size: number
  readonly #slots: readonly Slot<Job, Result>[]
  readonly #start: StartThread
  readonly #settingOf: (thread: number) => unknown
  readonly #options: PoolOptions<Job, Result>
  /** A set, so that an aborted job is removed in constant time. */
  readonly #queue = new Set<QueuedJob<Job, Result>>()
  #isClosed = false
  #isOwnTurnDue = false
  #ownJobs = 0
  /** The number of threads that failed or were ended because they took too long. */
  lost = 0

  /** @param settingOf returns the first message to the thread with this index, from 0 */
  constructor(
    size: number,
    start: StartThread,
    settingOf: (thread: number) => unknown,
    options: PoolOptions<Job, Result> = {},
  ) {
    this.size = size
    this.#start = start
    this.#settingOf = settingOf
    this.#options = options
    const slots = Array.from({ length: size }, (_, index) => ({ index, thread: undefined, jobs: [] }))
    this.#slots = options.own ? slots.slice(1) : slots
    if (!options.own) for (const slot of this.#slots) this.#startThread(slot)
  }

  /** The number of jobs in the queue. */
  get waiting(): number {
    return this.#queue.size
  }

  /**
   * Runs a job and resolves with its result. Rejects with PoolError, and with DataCloneError if the job cannot be sent to a
   * thread.
   */
  run(job: Job, options: JobOptions = {}): Promise<Result> {
    const { seconds, signal } = options
    return new Promise((resolve, reject) => {
      const abortedError = (): PoolError => new PoolError('aborted', 'the job was given up')
      if (signal?.aborted) return reject(abortedError())
      if (this.#isClosed) return reject(closedError())
      const abort = (): void => {
        if (this.#leaveQueue(queued, abortedError()) || options.grace === undefined) return
        setTimeout(() => this.#giveUp(queued, abortedError()), 1000 * options.grace)
      }
      const settling =
        <Value>(settle: (value: Value) => void) =>
        (value: Value): void => {
          signal?.removeEventListener('abort', abort)
          clearTimeout(queued.timer)
          settle(value)
        }
      const queued: QueuedJob<Job, Result> = {
        job,
        options,
        resolve: settling(resolve),
        reject: settling(reject),
      }
      if (seconds !== undefined) {
        const error = new PoolError('busy', `too much to do for ${seconds} s, expected another try later`)
        queued.timer = setTimeout(() => this.#leaveQueue(queued, error), 1000 * seconds)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#queue.add(queued)
      this.#handOut()
    })
  }

  /** Ends the threads at once. Rejects unfinished and later jobs. */
  async close(): Promise<void> {
    this.#isClosed = true
    const threads = this.#slots.map(({ thread }) => thread)
    for (const slot of this.#slots) slot.thread = undefined
    for (const queued of [...this.#slots.flatMap(({ jobs }) => jobs.splice(0)), ...this.#queue])
      queued.reject(closedError())
    this.#queue.clear()
    await Promise.all(threads.map((thread) => thread?.terminate()))
  }

  /** Assigns queued jobs to the threads with the fewest jobs. */
  #handOut(): void {
    const { depth = 1, own } = this.#options
    for (const queued of this.#queue) {
      const isThreadWorthwhile = !own || Math.max(this.#queue.size, this.#ownJobs) >= MIN_JOBS_FOR_THREAD
      const freeSlots = this.#slots.filter(
        ({ jobs, thread }) => jobs.length < depth && (thread || isThreadWorthwhile),
      )
      if (freeSlots.length === 0) break
      const fittingSlots = freeSlots.filter((slot) => this.#takes(slot, queued.job))
      if (fittingSlots.length === 0) continue
      this.#queue.delete(queued)
      const leastBusy = fittingSlots.reduce((leastBusy, one) =>
        one.jobs.length < leastBusy.jobs.length ? one : leastBusy,
      )
      this.#give(leastBusy, queued)
    }
    if (!own || this.#isOwnTurnDue || this.#queue.size === 0) return
    this.#isOwnTurnDue = true
    setImmediate(() => this.#ownTurn(own))
  }

  #ownTurn(own: (job: Job) => Result): void {
    this.#isOwnTurnDue = false
    const [queued] = this.#queue
    if (!queued) return
    this.#queue.delete(queued)
    this.#ownJobs++
    try {
      queued.resolve(own(queued.job))
    } catch (error) {
      queued.reject(error)
    }
    this.#handOut()
  }

  #takes({ index }: Slot<Job, Result>, job: Job): boolean {
    const { isSmall } = this.#options
    return !isSmall || index < this.size - 1 || isSmall(job)
  }

  #give(slot: Slot<Job, Result>, queued: QueuedJob<Job, Result>): void {
    const { transfer = [], seconds } = queued.options
    clearTimeout(queued.timer)
    const thread = slot.thread ?? this.#startThread(slot)
    try {
      thread.postMessage(queued.job, transfer)
    } catch (error) {
      return queued.reject(error)
    }
    slot.jobs.push(queued)
    if (seconds !== undefined) {
      const error = new PoolError('slow', `no answer within ${seconds} s, expected a smaller request`)
      queued.timer = setTimeout(() => this.#lose(slot, error), 1000 * seconds)
    }
  }

  #startThread(slot: Slot<Job, Result>): Thread {
    const thread = this.#start()
    slot.thread = thread
    const isCurrent = (): boolean => slot.thread === thread
    thread.on('message', (result) => {
      if (!isCurrent()) return
      const finishedJob = slot.jobs.shift()
      this.#handOut()
      finishedJob?.resolve(result as Result)
    })
    const onFailure = (reason: string): void => {
      if (isCurrent())
        this.#lose(slot, new PoolError('failed', `a thread failed: ${reason.split('\n', 1)[0]}`))
    }
    for (const event of ['error', 'messageerror'] as const)
      thread.on(event, ({ message }) => onFailure(message))
    thread.on('exit', (code) => onFailure(`it ended with status ${code}`))
    thread.postMessage(this.#settingOf(slot.index), [])
    return thread
  }

  /** Ends the thread of a slot and rejects its jobs. */
  #lose(slot: Slot<Job, Result>, error: PoolError): void {
    this.lost++
    void slot.thread?.terminate()
    slot.thread = undefined
    for (const { reject } of slot.jobs.splice(0)) reject(error)
    this.#handOut()
  }

  /** Ends the thread that holds a job. The other jobs of the thread move to the front of the queue. */
  #giveUp(queued: QueuedJob<Job, Result>, error: PoolError): void {
    const slot = this.#slots.find(({ jobs }) => jobs.includes(queued))
    if (!slot) return
    void slot.thread?.terminate()
    slot.thread = undefined
    const otherJobs = slot.jobs.splice(0).filter((job) => job !== queued)
    const queuedJobs = [...this.#queue]
    this.#queue.clear()
    for (const job of [...otherJobs, ...queuedJobs]) this.#queue.add(job)
    queued.reject(error)
    this.#handOut()
  }

  /** Removes a job from the queue and rejects it. Returns whether the job was in the queue. */
  #leaveQueue(queued: QueuedJob<Job, Result>, error: PoolError): boolean {
    if (!this.#queue.delete(queued)) return false
    queued.reject(error)
    return true
  }
}

/** A thread, from the perspective of the thread that started it. */
export interface Thread {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  /** `error`: an uncaught error ended the thread. `messageerror`: a message cannot be read. */
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): unknown
}

/** Starts a thread that runs the function `serve` of `commands/thread.ts`. The thread waits for its first message. */
export type StartThread = () => Thread

/** The connection to the thread that started this one. */
export interface Port {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}
