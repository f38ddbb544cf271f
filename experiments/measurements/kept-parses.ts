/** Writes the parses of a cell as CoNLL-U to `parses/NAME.conllu` in the folder of the run, if the task requires it. */
import { join } from 'node:path'
import { withOutput } from '../../src/lab-node.ts'
import { CoNLLUWriter, DeprelBytes } from '../../src/lab.ts'
import type { CoNLLUSentence, Symbols, Tree } from '../../src/lab.ts'
import { nameOf } from '../cells/cell.ts'
import { makeFolder } from '../cells/store.ts'
import type { MeasurementInput } from './measurement.ts'

export class KeptParses {
  readonly #input: MeasurementInput
  readonly #deprels: DeprelBytes
  readonly #writers = new Map<string, CoNLLUWriter>()

  /** @param labels the symbol table for the labels of the trees */
  constructor(labels: Symbols, input: MeasurementInput) {
    this.#input = input
    this.#deprels = new DeprelBytes(labels)
  }

  /**
   * @param view the view that the tree belongs to. Each view has a file `NAME.VIEW.conllu`. Default: no views
   */
  add(sentence: CoNLLUSentence, tree: Tree, view = ''): void {
    if (!this.#input.task.parses) return
    const writer = this.#writers.get(view) ?? new CoNLLUWriter()
    this.#writers.set(view, writer)
    writer.tree(sentence, tree, this.#deprels)
  }

  async write(): Promise<void> {
    const { folder, task, terminal } = this.#input
    for (const [view, writer] of this.#writers) {
      await makeFolder(join(folder, 'parses'))
      const name = view === '' ? nameOf(task) : `${nameOf(task)}.${view}`
      const path = join(folder, 'parses', `${name}.conllu`)
      await withOutput(path, terminal, (output) => output.write(writer.take()))
    }
  }
}
