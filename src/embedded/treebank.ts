/**
 * A small treebank for those who have none at hand, written by a seeded grammar of a little English: attachments that
 * only the words tell (and some that nothing tells), coordination, branching to both sides, relative clauses, questions,
 * and some trees that are not projective. The same every time, down to the byte.
 */
import { Choice } from './choice.ts'
import { clause, coordinated, imperative, question, withSubordinate } from './clauses.ts'
import { phrase, punctuation, type Phrase } from './words.ts'

const TRAIN_SENTENCES = 1500
const DEV_SENTENCES = 200
const SEED = 1968
const DEPTH = 2

/** The training part in CoNLL-U, or its beginning. */
export function embeddedTrain(sentences = TRAIN_SENTENCES): string {
  return generate('train', sentences, SEED)
}

/** The part for trying out, from the same grammar, or its beginning. */
export function embeddedDev(sentences = DEV_SENTENCES): string {
  return generate('dev', sentences, SEED + 1)
}

/** So many sentences in CoNLL-U; a seed always gives the same ones. */
export function generate(name: string, sentences: number, seed: number): string {
  const choice = new Choice(seed)
  const parts: string[] = []
  for (let i = 1; i <= sentences; i++) parts.push(conllu(sentence(choice), `${name}-${i}`))
  return parts.join('')
}

function sentence(c: Choice): Phrase {
  const [make, end] = c.weighted<[() => Phrase, string]>([
    [60, [() => clause(c, 'root', DEPTH), '.']],
    [14, [() => withSubordinate(c, DEPTH), '.']],
    [14, [() => coordinated(c, DEPTH), '.']],
    [7, [() => imperative(c), '!']],
    [5, [() => question(c), '?']],
  ])
  const root = make()
  const stop = phrase(punctuation(end), 'punct')
  stop.extraposed = true
  root.right.push(stop)
  return root
}

/** The words in order, each with its head: what was taken to the front first, what was taken to the end last. */
function inOrder(root: Phrase): Map<Phrase, Phrase | undefined> {
  const placed = new Map<Phrase, Phrase | undefined>()
  const place = (node: Phrase, head: Phrase | undefined): void => {
    for (const left of node.left) if (!left.fronted && !left.extraposed) place(left, node)
    placed.set(node, head)
    for (const right of node.right) if (!right.fronted && !right.extraposed) place(right, node)
  }
  const moved: [Phrase, Phrase][] = []
  const collect = (node: Phrase): void => {
    for (const child of [...node.left, ...node.right]) {
      if (child.fronted || child.extraposed) moved.push([child, node])
      collect(child)
    }
  }
  collect(root)
  for (const [node, head] of moved) if (node.fronted) place(node, head)
  place(root, undefined)
  for (const [node, head] of moved) if (node.extraposed) place(node, head)
  return placed
}

function conllu(root: Phrase, id: string): string {
  const heads = inOrder(root)
  const nodes = [...heads.keys()]
  const number = new Map(nodes.map((node, i) => [node, i + 1]))
  const forms = nodes.map((node, i) => formOf(node, nodes[i + 1], i === 0))
  const isGlued = (node: Phrase | undefined): boolean =>
    node !== undefined && (node.clitic === true || node.glued === true || node.word.upos === 'PUNCT')
  const lines: string[] = []
  let text = ''
  nodes.forEach((node, i) => {
    const { lemma, upos, xpos, feats } = node.word
    const next = nodes[i + 1]
    const isInRange = node.clitic === true || next?.clitic === true
    const misc = isGlued(next) && !isInRange ? 'SpaceAfter=No' : '_'
    if (next?.clitic) lines.push([`${i + 1}-${i + 2}`, forms[i] + forms[i + 1], ...'________'].join('\t'))
    const head = heads.get(node)
    const columns = [
      i + 1,
      forms[i],
      lemma,
      upos,
      xpos,
      feats,
      head ? number.get(head) : 0,
      node.deprel,
      '_',
      misc,
    ]
    lines.push(columns.join('\t'))
    text += (i === 0 || isGlued(node) ? '' : ' ') + forms[i]
  })
  return [`# sent_id = ${id}`, `# text = ${text}`, ...lines, '', ''].join('\n')
}

/** How a word is written: `an` before a vowel, the first one with a capital. */
function formOf(node: Phrase, next: Phrase | undefined, isFirst: boolean): string {
  const { form } = node.word
  const written = form === 'a' && next && /^[aeiou]/i.test(next.word.form) ? 'an' : form
  return isFirst ? written[0].toUpperCase() + written.slice(1) : written
}
