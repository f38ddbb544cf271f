/** Metrics of a server, in the text format of Prometheus. */

/** The upper limits of the response time histogram in seconds. */
const histogramLimits = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** A metric with its current value: name, type, description and value. */
export type Gauge = readonly [name: string, type: 'gauge' | 'counter', help: string, value: number]

export class Metrics {
  sentences = 0
  words = 0
  /** The number of answers by path and status. */
  readonly #requests = new Map<string, number>()
  readonly #atMost = histogramLimits.map(() => 0)
  #seconds = 0
  #count = 0

  /** @param path a path of the server, or `other` */
  answered(path: string, status: number): void {
    const labels = `{path="${path}",status="${status}"}`
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1)
  }

  /** Counts a request to `/process` with its time in seconds from the first byte to the answer. */
  took(seconds: number): void {
    this.#count++
    this.#seconds += seconds
    histogramLimits.forEach((limit, i) => {
      if (seconds <= limit) this.#atMost[i]++
    })
  }

  text(gauges: readonly Gauge[]): string {
    const series = (name: string, type: string, help: string, values: readonly string[]): string =>
      `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.map((value) => `${value}\n`).join('')}`
    const gaugeText = ([name, type, help, value]: Gauge): string =>
      series(name, type, help, [`${name} ${value}`])
    const time = 'rbparse_process_seconds'
    return [
      series(
        'rbparse_requests_total',
        'counter',
        'Requests answered.',
        [...this.#requests].map(([labels, count]) => `rbparse_requests_total${labels} ${count}`),
      ),
      series(time, 'histogram', 'Time from the first byte of a request to /process to its answer.', [
        ...histogramLimits.map((limit, i) => `${time}_bucket{le="${limit}"} ${this.#atMost[i]}`),
        `${time}_bucket{le="+Inf"} ${this.#count}`,
        `${time}_sum ${this.#seconds}`,
        `${time}_count ${this.#count}`,
      ]),
      gaugeText(['rbparse_sentences_total', 'counter', 'Sentences worked on.', this.sentences]),
      gaugeText(['rbparse_words_total', 'counter', 'Words worked on.', this.words]),
      ...gauges.map(gaugeText),
    ].join('')
  }
}
