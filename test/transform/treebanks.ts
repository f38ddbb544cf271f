/** A small reader of treebanks for the tests of transform/: reads only ID, HEAD and DEPREL of words. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Symbols } from '../../transform/symbols.ts'
import { treeOf } from '../../transform/tree.ts'
import type { Tree } from '../../transform/tree.ts'

export const folder =
  process.env.TREEBANKS ?? fileURLToPath(new URL('../../../shared/treebanks', import.meta.url))

export interface Treebank {
  /** Folder and file, as `en_ewt/dev`. */
  readonly name: string
  read(): { readonly labels: Symbols; readonly trees: Tree[] }
}

/** Every `.conllu` file in the folders of the treebanks; empty if there are no treebanks. */
export const treebanks: readonly Treebank[] = !existsSync(folder)
  ? []
  : readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.conllu'))
      .sort()
      .map((path) => ({
        name: path.replace(/\.conllu$/, ''),
        read: () => readTrees(readFileSync(join(folder, path), 'utf8')),
      }))

function readTrees(text: string): { labels: Symbols; trees: Tree[] } {
  const labels = new Symbols()
  const trees: Tree[] = []
  let heads: number[] = []
  let ids: number[] = []
  for (const line of text.split('\n')) {
    if (line === '' && heads.length > 0) {
      trees.push(treeOf(heads, ids))
      heads = []
      ids = []
    } else if (/^\d+\t/.test(line)) {
      const columns = line.split('\t')
      heads.push(Number(columns[6]))
      ids.push(labels.add(columns[7]))
    }
  }
  return { labels, trees }
}
