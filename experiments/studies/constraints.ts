/** Nivre, Goldberg & McDonald 2014: commands and known phrases, parsed without and with constraints. */
import * as papers from '../reports/papers.ts'
import { scoreNames } from '../reports/scores.ts'
import type { ClaimDeclaration, Pair, Study } from '../study.ts'
import { defaultLearning } from './parsers.ts'

const ARTICLE = 'Nivre, Goldberg & McDonald 2014'
/** The system of the article, and ours in the direction that fits the treebank. */
const SYSTEMS = ['arc-eager-root', 'rb']
const NOTE =
  'Against gold: sentences whose gold tree does not meet the constraints; met anyway: sentences whose parse meets them without being constrained. The paper parses with beam search.'

/** The conditions, pairs and tables for constraints from some sources. */
function constrained(sources: Readonly<Record<string, string>>) {
  const names = Object.keys(sources)
  return {
    conditions: (options) =>
      names.flatMap((source) =>
        (options.systems ?? SYSTEMS).flatMap((system) =>
          ['without', 'with'].map((how) => ({
            name: `${system}, ${source} ${how}`,
            measurement: 'constraints',
            settings: {
              ...defaultLearning(system, options),
              direction: system.startsWith('rb') ? 'auto' : 'right',
            },
            view: `${source}.${how}`,
          })),
        ),
      ),
    metrics: [...scoreNames, 'sentences'],
    compare: (parsers) =>
      parsers.filter((name) => name.endsWith(' with')).map((name): Pair => [name, `${name}out`]),
    tables: Object.entries(sources).map(([source, title]) => ({
      title,
      rows: ['treebank', 'parser'],
      columns: ['metric'],
      parsers: (name) => name.includes(`, ${source} `),
      metrics: ['LAS', 'UAS', 'sentences', 'spans', 'against gold', 'met anyway'],
      note: NOTE,
    })),
    plots: [],
  } satisfies Partial<Study>
}

/** Constraints help each of the systems. */
function claimOn(claim: string, source: string, kind: string): ClaimDeclaration {
  const compare = SYSTEMS.map((system): Pair => [`${system}, ${kind} with`, `${system}, ${kind} without`])
  return { claim, source, compare, expected: 'above' }
}

export const imperatives: Study = {
  name: 'imperatives',
  title: 'Imperatives: the first word is the root',
  reproduces: `${ARTICLE}, section 3`,
  intro:
    'The sentences of the test part whose first word is a verb (UPOS VERB) and the root are parsed twice by the same decoder: without constraints, and with the constraint that the first word is the root. Arc-eager has its root at the right end, as in the article. Trees are the decoder’s own: arcs that were lifted in training stay lifted in both. Treebanks without such sentences are left out. The article has commands of the Web Treebank.',
  ...constrained({ imperatives: 'Sentences that begin with a verb that is their root' }),
  claims: [
    claimOn(
      'Knowing that the first word of a command is its root raises LAS (from 82.14 to 85.56)',
      `${ARTICLE}, section 3`,
      'imperatives',
    ),
  ],
  printed: ({ parser, metric }) => papers.imperatives[parser.split(' ').at(-1) ?? '']?.[metric],
}

export const spans: Study = {
  name: 'spans',
  title: 'Spans: bunsetsu, names and compounds',
  reproduces: `${ARTICLE}, section 4`,
  intro:
    'The sentences of the test part that have such spans are parsed twice by the same decoder: without constraints, and with the constraint that every span is a phrase of which only the root has dependents outside (the condition ROOT). Bunsetsu come from the MISC column and not from the tree. Names and compounds are words that flat and compound join in the gold tree, if they are a phrase; they stand for a list of names. The article has Korean, and spans from white space.',
  ...constrained({ bunsetsu: 'Bunsetsu', names: 'Names and compounds' }),
  claims: [
    claimOn(
      'Spans that a segmentation gives raise LAS (Korean: 89.91 to 90.75)',
      `${ARTICLE}, section 4`,
      'bunsetsu',
    ),
    claimOn('Known names and compounds raise LAS', 'this project', 'names'),
  ],
  printed: ({ parser, metric }) =>
    parser.includes('bunsetsu') ? papers.spans[parser.split(' ').at(-1) ?? '']?.[metric] : undefined,
}
