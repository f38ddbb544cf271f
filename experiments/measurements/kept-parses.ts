/** The parses of a cell as CoNLL-U, in `parses/NAME.conllu` of the folder of the run. */
import { join } from 'node:path'
import { withOutput } from '../../src/command-line.ts'
import { CoNLLUWriter, DeprelBytes } from '../../src/lab.ts'
import type { CoNLLUSentence, Symbols, Tree } from '../../src/lab.ts'
import { nameOf } from '../cells/cell.ts'
import { makeFolder } from '../cells/store.ts'
import type { MeasurementInput } from './measurement.ts'

export class KeptParses {
  readonly #writer = new CoNLLUWriter()
  readonly #deprels: DeprelBytes

  /** @param labels the table of the trees' labels */
  constructor(labels: Symbols) {
    this.#deprels = new DeprelBytes(labels)
  }

  add(sentence: CoNLLUSentence, tree: Tree): void {
    this.#writer.tree(sentence, tree, this.#deprels)
  }

  async write({ folder, task, terminal }: MeasurementInput): Promise<void> {
    await makeFolder(join(folder, 'parses'))
    const path = join(folder, 'parses', `${nameOf(task)}.conllu`)
    await withOutput(path, terminal, (output) => output.write(this.#writer.take()))
  }
}
