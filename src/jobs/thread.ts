/** Threads as jobs use them. A Worker of Node is one; `serve` is what runs in it. */

/** A thread, seen from the one that started it. */
export interface Thread {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  /** It failed, or what it said cannot be understood. */
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): unknown
  /** It ended. */
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): unknown
}

/** Starts a thread that serves; it does nothing until it is sent something. */
export type StartThread = () => Thread

/** The thread that started this one, seen from it. */
export interface Port {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}
