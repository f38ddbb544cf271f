/** What a command is connected to. The process itself is one; tests bring their own. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean }
  readonly stdout: TerminalStream
  readonly stderr: TerminalStream
}

/** As much of a Node stream as is written to. */
export interface TerminalStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(chunk: Uint8Array | string, done?: (error?: Error | null) => void): boolean
}

/** Writes and waits until it is written. Rejects where that fails, with code EPIPE where the reader has gone. */
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
