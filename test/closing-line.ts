/** A reporter that prints a summary as the last line of a test run, and ends a run that hangs. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'

interface Options {
  /** Minutes without the end of a test after which the run is cancelled. Default: none. */
  readonly most?: number
}

export default class ClosingLine implements Reporter {
  readonly #most: number | undefined
  /** The files, relative to the root. */
  readonly #inProgress = new Set<string>()
  #vitest: Vitest | undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ most }: Options = {}) {
    this.#most = most
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.#inProgress.add(relativeModuleId)
    this.#wait()
  }

  onTestCaseResult(): void {
    this.#wait()
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#inProgress.delete(relativeModuleId)
    this.#wait()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearTimeout(this.#timer)
    // A file that is still in progress was cancelled, or its process died.
    const counts = { passed: 0, failed: this.#inProgress.size, skipped: 0 }
    for (const module of modules) {
      const hasTests = [...module.children.allTests()].length > 0
      if (module.state() === 'failed' && !hasTests && !this.#inProgress.has(module.relativeModuleId))
        counts.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') counts[state]++
      }
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (this.#most !== undefined) this.#timer = setTimeout(() => this.#cancel(), 60_000 * this.#most)
  }

  /** The time limits of tests and hooks cannot end a test whose thread is in a loop or waits for a process. */
  #cancel(): void {
    const files = [...this.#inProgress].join(', ')
    console.error(`no test has ended for ${this.#most} minutes; in progress: ${files}`)
    process.exitCode = 1
    // The second call ends the processes at once, as a second Ctrl-C does.
    for (let call = 0; call < 2; call++) void this.#vitest?.cancelCurrentRun('test-failure')
  }
}
