/**
 * The table of parsing options. It defines the options of `rbparse parse` and `serve`, and the checks of `load` and `parse`.
 * Options with a help text are on the command line; other options are only for programs.
 */
import { widestBeam } from '../../parser/model/model.ts'
import {
  anyText,
  oneOf,
  positiveNumbers,
  trueOrFalse,
  wholeNumbers,
  type Option,
} from '../../parser/options/types.ts'
import { tokenExceptions } from './exceptions.ts'
import type { PipelineOptions, Ranking } from './pipeline.ts'
import { lineKinds } from './text-windows.ts'

type OptionTable<Options> = {
  readonly [Name in keyof Required<Options>]: Option | Pick<Option, 'type'>
}

/** The options of a parser. Default: the values of training. */
export const decodingOptions: OptionTable<PipelineOptions> = {
  system: {
    type: anyText,
    value: 'name',
    help: "decode with another system of the model's family, see `rbparse systems`",
  },
  singleRoot: {
    type: trueOrFalse,
    help: 'allow only one dependent of the artificial root (default: as trained)',
  },
  beam: {
    type: wholeNumbers(1, widestBeam),
    value: 'n',
    help: 'the number of hypotheses in the beam (default: as trained)',
  },
  margin: { type: positiveNumbers },
  search: {
    type: anyText,
    value: 'name',
    help: 'greedy, beam, or a search that --use adds (default: beam if it is wider than 1)',
  },
  greedyIfLong: {
    type: trueOrFalse,
    help: 'parse sentences that are too long for the beam greedily (default: they are errors)',
  },
  norms: {
    type: trueOrFalse,
    help: 'change trees that break norms of the treebank (default), see `rbparse info --json`',
  },
  keepMarks: {
    type: trueOrFalse,
    help: 'write trees as they were parsed, with marks and lifts',
  },
  language: { type: anyText },
  lines: {
    type: oneOf(() => lineKinds),
    value: 'kind',
    help: 'what a line of plain text is: one sentence, the end of a sentence, or only a blank line ends one (default: blank)',
  },
  exceptions: { type: tokenExceptions },
}

/** The options of a single parse. */
export const rankingOptions: OptionTable<Ranking> = {
  nbest: {
    type: wholeNumbers(1, widestBeam),
    value: 'n',
    help: 'write the n best trees of a sentence, each with `# parse = k`',
  },
  scores: {
    type: trueOrFalse,
    help: 'write confidences: `# score = …` for trees, and `Score=…` from 0 to 1 in MISC for arcs',
  },
}

/** Valid numbers of threads. The limit detects typing errors. */
export const threadCounts = wholeNumbers(1, 256)
