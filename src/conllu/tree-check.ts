/** Whether the heads of a sentence are those of a tree over its words, in linear time and without recursion. */

/** What is wrong with the heads: a word to blame, what is wrong and what was expected. */
export interface TreeProblem {
  readonly word: number
  readonly problem: string
}

/** Visits of `cycle`; grown as needed, zero between calls. */
let visits = new Int32Array(1024)

/** The heads that are no number, no word of the sentence, or the word itself; the first of them, or undefined. */
export function badHead(head: Int32Array, size: number): TreeProblem | undefined {
  for (let word = 1; word <= size; word++) {
    const h = head[word]
    if (h === word) return { word, problem: `word ${word} is its own head, expected another word or 0` }
    if (h > size)
      return {
        word,
        problem: `the head of word ${word} is ${h}, expected 0 or a word of the sentence (1 to ${size})`,
      }
  }
  return undefined
}

/** The first thing that keeps the heads 1..size, all of them 0..size, from being a tree, or undefined if it is one. */
export function notATree(head: Int32Array, size: number): TreeProblem | undefined {
  let rooted = false
  for (let word = 1; word <= size && !rooted; word++) rooted = head[word] === 0
  if (!rooted) return { word: 1, problem: 'no word of the sentence has the head 0, expected a root' }
  const word = cycle(head, size)
  if (word === 0) return undefined
  const words = [word]
  for (let w = head[word]; w !== word; w = head[w]) words.push(w)
  const shown = words.length > 8 ? [...words.slice(0, 8), '…'] : [...words, word]
  return { word, problem: `the heads form a cycle, ${shown.join(' → ')}, expected a tree` }
}

/** A word that is on a cycle of the heads (each 0..size), 0 if there is none. */
function cycle(head: Int32Array, size: number): number {
  if (visits.length <= size) visits = new Int32Array(2 * size)
  let found = 0
  for (let first = 1; first <= size && found === 0; first++) {
    let word = first
    while (word > 0 && visits[word] === 0) {
      visits[word] = first
      word = head[word]
    }
    if (word > 0 && visits[word] === first) found = word
  }
  visits.fill(0, 0, size + 1)
  return found
}
