/** Threads as jobs see them. A Worker of Node is a {@link Thread}, and its `parentPort` a {@link Port}. */

/** A thread, seen from the thread that started it. */
export interface Thread {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  /** `error`: an uncaught error ended the thread. `messageerror`: a message cannot be read. */
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): unknown
}

/** Starts a thread that runs the function `serve` of `worker.ts`. It does nothing before its first message. */
export type StartThread = () => Thread

/** The connection to the thread that started this one. */
export interface Port {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}
