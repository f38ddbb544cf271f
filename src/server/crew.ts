/**
 * The threads of a server. Each works on one request at a time; what comes meanwhile waits in line. A thread that fails,
 * or that is not done in time, is ended, and another one takes its place when there is work for it.
 */
import type { StartThread, Thread } from '../jobs/thread.ts'
import { RequestFailure } from './failure.ts'
import type { WireRequest } from './parameters.ts'
import type { Answer, ThreadSetting } from './thread.ts'

interface Job {
  readonly request: WireRequest
  resolve(answer: Answer): void
  reject(failure: RequestFailure): void
  timer: NodeJS.Timeout | undefined
}

interface Place {
  thread: Thread | undefined
  job: Job | undefined
}

export class ServingCrew {
  readonly #places: readonly Place[]
  readonly #start: StartThread
  readonly #setting: (thread: number) => ThreadSetting
  /** In the order in which they came; a set, so that one that is given up leaves at once. */
  readonly #line = new Set<Job>()
  /** Threads that failed or were too slow, so far. */
  lost = 0

  /** @param setting what a thread of that number, from 0, is told first */
  constructor(size: number, start: StartThread, setting: (thread: number) => ThreadSetting) {
    this.#start = start
    this.#setting = setting
    this.#places = Array.from({ length: size }, () => ({ thread: undefined, job: undefined }))
    for (const place of this.#places) this.#fill(place)
  }

  get size(): number {
    return this.#places.length
  }

  get waiting(): number {
    return this.#line.size
  }

  /**
   * Rejects with RequestFailure where there is no answer within `seconds`, or the thread fails.
   *
   * @param request its body is handed over
   * @param gone aborted when nobody wants the answer any more
   */
  ask(request: WireRequest, seconds: number, gone: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (gone.aborted) return reject(new RequestFailure(499, 'the client has gone'))
      const job: Job = { request, resolve, reject, timer: undefined }
      job.timer = setTimeout(() => this.#giveUp(job, seconds), 1000 * seconds)
      gone.addEventListener('abort', () => this.#leave(job), { once: true })
      this.#line.add(job)
      this.#next()
    })
  }

  /** Ends the threads, whatever they are at. */
  async dismiss(): Promise<void> {
    const threads = this.#places.map(({ thread }) => thread)
    for (const place of this.#places) place.thread = undefined
    await Promise.all(threads.map((thread) => thread?.terminate()))
  }

  #next(): void {
    for (const place of this.#places) {
      if (place.job) continue
      const [job] = this.#line
      if (!job) return
      this.#line.delete(job)
      place.job = job
      const thread = place.thread ?? this.#fill(place)
      thread.postMessage(job.request, [job.request.body.buffer])
    }
  }

  #fill(place: Place): Thread {
    const thread = this.#start()
    place.thread = thread
    const isHere = (): boolean => place.thread === thread
    thread.on('message', (answer) => {
      if (isHere()) this.#settle(place)?.resolve(answer as Answer)
    })
    const failed = (cause: string): void => {
      if (isHere()) this.#lose(place, new RequestFailure(500, 'what worked on the request failed', cause))
    }
    for (const event of ['error', 'messageerror'] as const) thread.on(event, ({ message }) => failed(message))
    thread.on('exit', (code) => failed(`a thread ended with status ${code}`))
    thread.postMessage(this.#setting(this.#places.indexOf(place)), [])
    return thread
  }

  /** The place is free for the next. */
  #settle(place: Place): Job | undefined {
    const { job } = place
    clearTimeout(job?.timer)
    place.job = undefined
    this.#next()
    return job
  }

  #lose(place: Place, failure: RequestFailure): void {
    const { thread } = place
    this.lost++
    place.thread = undefined
    void thread?.terminate()
    this.#settle(place)?.reject(failure)
  }

  #giveUp(job: Job, seconds: number): void {
    const place = this.#places.find((one) => one.job === job)
    if (place)
      this.#lose(place, new RequestFailure(504, `no answer within ${seconds} s, expected a smaller request`))
    else if (this.#line.delete(job))
      job.reject(new RequestFailure(503, `too much to do for ${seconds} s, expected another try later`))
  }

  /** One that is worked on already is finished. */
  #leave(job: Job): void {
    if (!this.#line.delete(job)) return
    clearTimeout(job.timer)
    job.reject(new RequestFailure(499, 'the client has gone'))
  }
}
