/** Parsing without and with constraints, on the sentences that have something to demand. */
import {
  ConstraintError,
  fillSentence,
  Parser,
  Symbols,
  TokenReader,
  TreeReader,
  type Constraints,
  type ConlluSentence,
  type Direction,
  type Tags,
  type Tree,
} from '../../src/index.ts'
import { bunsetsu, firstWordIsRoot, isMet, namesAndCompounds, type Demand } from './demands.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import type { Setting } from './setting.ts'
import { Specimens, type Specimen } from './specimens.ts'
import { trainedModel, type Learning } from './training.ts'

export const demands = Object.freeze({
  imperatives: firstWordIsRoot,
  bunsetsu,
  names: namesAndCompounds,
}) satisfies Readonly<Record<string, Demand>>
export type DemandName = keyof typeof demands

export interface DemandFigures {
  /** Sentences that have something to demand, and spans. */
  readonly sentences: number
  readonly spans: number
  /** Sentences whose gold tree does not have what is demanded, and those whose demands no tree has (left out). */
  readonly againstGold: number
  readonly unsatisfiable: number
  /** Sentences whose parse has it without being told to. */
  readonly metAnyway: number
  readonly without: SentenceScores
  readonly with: SentenceScores
}

export interface ConstraintFigures {
  readonly direction: Direction
  /** The tags that features read. */
  readonly tags: Tags
  readonly trainSentences: number
  readonly testSentences: number
  readonly demands: Readonly<Record<DemandName, DemandFigures>>
}

/** Settings: those of {@link Learning}. */
export async function measureConstraints(setting: Setting): Promise<{
  readonly figures: ConstraintFigures
  readonly times: { readonly secondsTraining?: number }
  readonly trees: Readonly<Record<DemandName, readonly Specimen[]>>
}> {
  const { parts, wanted } = setting
  const { model, seconds } = await trainedModel(wanted.settings as unknown as Learning, setting)
  const labels = new Symbols(model.labels.texts())
  const reader = new TreeReader(labels)
  const parser = new Parser(model)
  const words = parser.sentence()
  const tokens = new TokenReader()
  const parse = (sentence: ConlluSentence, constraints: Constraints): Tree =>
    parser.parse(fillSentence(words, tokens.tokens(sentence)), constraints).tree
  const counts = {
    imperatives: new DemandCounts(labels),
    bunsetsu: new DemandCounts(labels),
    names: new DemandCounts(labels),
  }
  for (const [index, sentence] of parts.test.entries()) {
    const gold = reader.original(sentence)
    for (const name of Object.keys(demands) as DemandName[]) {
      const demand: Demand = demands[name]
      const constraints = demand(sentence, gold)
      if (constraints) counts[name].add(index, sentence, gold, constraints, parse)
    }
  }
  const { imperatives, bunsetsu: phrases, names } = counts
  return {
    figures: {
      tags: model.header.tags,
      direction: model.header.direction,
      trainSentences: parts.train.length,
      testSentences: parts.test.length,
      demands: { imperatives: imperatives.figures(), bunsetsu: phrases.figures(), names: names.figures() },
    },
    times: { secondsTraining: seconds },
    trees: {
      imperatives: imperatives.specimens.kept,
      bunsetsu: phrases.specimens.kept,
      names: names.specimens.kept,
    },
  }
}

class DemandCounts {
  readonly specimens: Specimens
  readonly #counts = { sentences: 0, spans: 0, againstGold: 0, unsatisfiable: 0, metAnyway: 0 }
  readonly #without = sentenceScores()
  readonly #with = sentenceScores()

  constructor(labels: Symbols) {
    this.specimens = new Specimens(labels)
  }

  /** @param parse the same decoder without and with constraints, so that these are all that differs */
  add(
    index: number,
    sentence: ConlluSentence,
    gold: Tree,
    constraints: Constraints,
    parse: (sentence: ConlluSentence, constraints: Constraints) => Tree,
  ): void {
    const free = parse(sentence, {})
    const bound = parseIfPossible(() => parse(sentence, constraints))
    if (!bound) {
      this.#counts.unsatisfiable++
      return
    }
    this.#counts.sentences++
    this.#counts.spans += constraints.spans?.length ?? 0
    if (!isMet(constraints, gold)) this.#counts.againstGold++
    if (isMet(constraints, free)) this.#counts.metAnyway++
    if (!isMet(constraints, bound))
      throw new Error('a parse under constraints does not have what was demanded')
    scoreSentence(gold, free, this.#without)
    scoreSentence(gold, bound, this.#with)
    this.specimens.add(index, sentence, { gold, without: free, with: bound })
  }

  figures(): DemandFigures {
    return { ...this.#counts, without: this.#without, with: this.#with }
  }
}

function parseIfPossible(parse: () => Tree): Tree | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ConstraintError) return undefined
    throw error
  }
}
