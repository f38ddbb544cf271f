/** The standard streams and the signals of a process. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean }
  readonly stdout: TerminalStream
  readonly stderr: TerminalStream
}

/** The part of a Node stream that commands use. */
export interface TerminalStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(chunk: Uint8Array | string, done?: (error?: Error | null) => void): boolean
}

/** Resolves when the chunk is written. Rejects if that fails, with the code EPIPE if the reader has closed the pipe. */
export function writeTo(stream: TerminalStream, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

/** Resolves with the first signal. A second signal ends the process at once. */
export function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT'] as const
    const heard = (signal: NodeJS.Signals): void => {
      for (const name of signals) process.off(name, heard)
      resolve(signal)
    }
    for (const name of signals) process.on(name, heard)
  })
}
