/** Several threads that answer questions, each as soon as it can. */
import { RunError } from '../files/failures.ts'
import type { StartThread, Thread } from './thread.ts'

interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(failure: RunError): void
}

interface Member<Answer> {
  readonly thread: Thread
  /** Who waits for an answer, in the order of the questions. */
  readonly waiting: Waiting<Answer>[]
  failure: RunError | undefined
}

export class Crew<Question, Answer> {
  readonly #members: readonly Member<Answer>[]

  /** So many threads, started, and told what to do by a first message. */
  static of<Answer>(size: number, start: StartThread, setting: unknown): Crew<unknown, Answer> {
    const threads = Array.from({ length: size }, () => {
      const thread = start()
      thread.postMessage(setting, [])
      return thread
    })
    return new Crew(threads)
  }

  /** @param threads started, and told what to do */
  constructor(threads: readonly Thread[]) {
    this.#members = threads.map((thread) => {
      const member: Member<Answer> = { thread, waiting: [], failure: undefined }
      thread.on('message', (answer) => member.waiting.shift()?.resolve(answer as Answer))
      for (const event of ['error', 'messageerror'] as const)
        thread.on(event, (error) => fail(member, error.message.split('\n', 1)[0]))
      thread.on('exit', (code) => fail(member, `it ended with status ${code}`))
      return member
    })
  }

  get size(): number {
    return this.#members.length
  }

  /** Asks the thread that has least to do. Rejects with RunError where it fails before it has answered. */
  ask(question: Question, transfer: readonly ArrayBuffer[]): Promise<Answer> {
    const member = this.#members.reduce((least, one) =>
      one.waiting.length < least.waiting.length ? one : least,
    )
    if (member.failure) return Promise.reject(member.failure)
    return new Promise((resolve, reject) => {
      member.waiting.push({ resolve, reject })
      member.thread.postMessage(question, transfer)
    })
  }

  /** Ends the threads, whatever they are at. */
  async dismiss(): Promise<void> {
    await Promise.all(this.#members.map(({ thread }) => thread.terminate()))
  }
}

function fail<Answer>(member: Member<Answer>, reason: string): void {
  member.failure ??= new RunError(`a thread failed: ${reason}`)
  for (const { reject } of member.waiting.splice(0)) reject(member.failure)
}
