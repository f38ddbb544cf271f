/** A pool of threads with one queue of jobs. A thread that fails or takes too long is ended and replaced. */
/** Why a job has no result. */
export type PoolFailure =
  /** Its thread failed. */
  | 'failed'
  /** Its thread did not finish in time. */
  | 'slow'
  /** No thread was free in time: the job was never started. */
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
  /** Memory to hand over with the job. */
  readonly transfer?: readonly ArrayBuffer[]
  /** Seconds that the job may wait in the queue, and seconds that its thread may work on it. Default: no limit. */
  readonly seconds?: number
  /** Takes the job out of the queue when aborted. A job that was started is finished, unless it has a `grace`. */
  readonly signal?: AbortSignal
  /**
   * Seconds that a job which was started may go on after its signal was aborted. Then its thread is ended, and its other
   * jobs go back to the queue; they have no `transfer`. Default: no limit.
   */
  readonly grace?: number
}

export interface PoolOptions<Job, Result> {
  /** How many jobs a thread may hold; 1 if jobs have a time limit. Default: 1. */
  readonly depth?: number
  /** If given, the last thread does small jobs only, so that they never wait for large ones. */
  readonly isSmall?: (job: Job) => boolean
  /** If given, this thread is the first one. It does the jobs that others have no room for, one a turn of its event loop. */
  readonly own?: (job: Job) => Result
}

/** How many jobs wait, or how many this thread has done, when it pays to start another one. */
const WORTH_A_THREAD = 4

const closed = (): PoolError => new PoolError('failed', 'the threads were ended')

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
  /** The jobs that the thread was given, in order. It works on the first one. */
  readonly jobs: QueuedJob<Job, Result>[]
}

export class ThreadPool<Job, Result> {
  readonly size: number
  readonly #slots: readonly Slot<Job, Result>[]
  readonly #start: StartThread
  readonly #settingOf: (thread: number) => unknown
  readonly #options: PoolOptions<Job, Result>
  /** A set, so that a job which is given up leaves in constant time. */
  readonly #queue = new Set<QueuedJob<Job, Result>>()
  #isClosed = false
  #isOwnTurnDue = false
  #ownJobs = 0
  /** How many threads failed or were ended because they took too long. */
  lost = 0

  /** @param settingOf the first message to the thread of that index, from 0 */
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

  /** How many jobs wait in the queue. */
  get waiting(): number {
    return this.#queue.size
  }

  /** The result of the job. Rejects with PoolError, and with DataCloneError if the job cannot be sent to a thread. */
  run(job: Job, options: JobOptions = {}): Promise<Result> {
    const { seconds, signal } = options
    return new Promise((resolve, reject) => {
      const aborted = (): PoolError => new PoolError('aborted', 'the job was given up')
      if (signal?.aborted) return reject(aborted())
      if (this.#isClosed) return reject(closed())
      const abort = (): void => {
        if (this.#leaveQueue(queued, aborted()) || options.grace === undefined) return
        setTimeout(() => this.#giveUp(queued, aborted()), 1000 * options.grace)
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

  /** Ends the threads, whatever they work on. Jobs without a result are rejected, and later ones, too. */
  async close(): Promise<void> {
    this.#isClosed = true
    const threads = this.#slots.map(({ thread }) => thread)
    for (const slot of this.#slots) slot.thread = undefined
    for (const queued of [...this.#slots.flatMap(({ jobs }) => jobs.splice(0)), ...this.#queue])
      queued.reject(closed())
    this.#queue.clear()
    await Promise.all(threads.map((thread) => thread?.terminate()))
  }

  /** Gives queued jobs to the threads that hold the fewest. */
  #handOut(): void {
    const { depth = 1, own } = this.#options
    for (const queued of this.#queue) {
      const isWorth = !own || Math.max(this.#queue.size, this.#ownJobs) >= WORTH_A_THREAD
      const free = this.#slots.filter(({ jobs, thread }) => jobs.length < depth && (thread || isWorth))
      if (free.length === 0) break
      const fitting = free.filter((slot) => this.#takes(slot, queued.job))
      if (fitting.length === 0) continue
      this.#queue.delete(queued)
      const least = fitting.reduce((least, one) => (one.jobs.length < least.jobs.length ? one : least))
      this.#give(least, queued)
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
      const done = slot.jobs.shift()
      this.#handOut()
      done?.resolve(result as Result)
    })
    const failed = (reason: string): void => {
      if (isCurrent())
        this.#lose(slot, new PoolError('failed', `a thread failed: ${reason.split('\n', 1)[0]}`))
    }
    for (const event of ['error', 'messageerror'] as const) thread.on(event, ({ message }) => failed(message))
    thread.on('exit', (code) => failed(`it ended with status ${code}`))
    thread.postMessage(this.#settingOf(slot.index), [])
    return thread
  }

  /** Ends the thread of a slot; its jobs fail. */
  #lose(slot: Slot<Job, Result>, error: PoolError): void {
    this.lost++
    void slot.thread?.terminate()
    slot.thread = undefined
    for (const { reject } of slot.jobs.splice(0)) reject(error)
    this.#handOut()
  }

  /** Ends the thread that holds a job. Its other jobs are the next ones of the queue. */
  #giveUp(queued: QueuedJob<Job, Result>, error: PoolError): void {
    const slot = this.#slots.find(({ jobs }) => jobs.includes(queued))
    if (!slot) return
    void slot.thread?.terminate()
    slot.thread = undefined
    const others = slot.jobs.splice(0).filter((job) => job !== queued)
    const later = [...this.#queue]
    this.#queue.clear()
    for (const job of [...others, ...later]) this.#queue.add(job)
    queued.reject(error)
    this.#handOut()
  }

  /** Whether the job was in the queue. */
  #leaveQueue(queued: QueuedJob<Job, Result>, error: PoolError): boolean {
    if (!this.#queue.delete(queued)) return false
    queued.reject(error)
    return true
  }
}

/** A thread, seen from the thread that started it. */
export interface Thread {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  /** `error`: an uncaught error ended the thread. `messageerror`: a message cannot be read. */
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): unknown
}

/** Starts a thread that runs the function `serve` of `commands/thread.ts`. It does nothing before its first message. */
export type StartThread = () => Thread

/** The connection to the thread that started this one. */
export interface Port {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}
