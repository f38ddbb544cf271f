/** A little pipeline for tests, trained once; and texts that are hard on it. */
import fc from 'fast-check'
import { richRightBranching } from '../../../parser/features/template-sets.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import type { CoNLLUSentence } from '../../../src/conllu/conllu-sentence.ts'
import type { PipelineModel } from '../../../src/pipeline/text-model.ts'
import { trainPipeline } from '../../../src/pipeline/pipeline-training.ts'
import { regularTreebank } from './regular-treebank.ts'

/** A sentence from its tokens: `form`, `form|` without a space behind it, `surface=word+word` for several words. */
export function conlluOfTokens(...tokens: string[]): string {
  let words = 0
  const lines = tokens.map((token) => {
    const misc = token.endsWith('|') ? 'SpaceAfter=No' : '_'
    const [surface, parts = surface] = token.replace(/\|$/, '').split('=')
    const forms = parts.split('+')
    const own = forms.map((form, i) => {
      words++
      const head = words === 1 ? '0\troot' : '1\tdep'
      const tag = /^\p{P}+$/u.test(form) ? 'PUNCT' : 'X'
      return `${words}\t${form}\t_\t${tag}\t_\t_\t${head}\t_\t${forms.length === 1 && i === 0 ? misc : '_'}\n`
    })
    if (forms.length === 1) return own[0]
    return `${words - forms.length + 1}-${words}\t${surface}${'\t_'.repeat(7)}\t${misc}\n` + own.join('')
  })
  return lines.join('') + '\n'
}

/** Contractions of both kinds: whose words are pieces of them, and whose are not. */
export const contractions = [
  conlluOfTokens('I', "don't=do+n't", 'go', 'ao=a+o', 'rio|', '.'),
  conlluOfTokens('Ao=A+o', 'rio', 'we', "don't=do+n't", 'swim|', '!'),
  conlluOfTokens('You', "don't=do+n't", 'see', '(|', 'much|', ')|', '.'),
].join('')

export const tinyTreebank: string = regularTreebank(120, 1) + contractions.repeat(4)

export function sentencesOf(text: string): CoNLLUSentence[] {
  return [...readCoNLLU(text)]
}

export function train(text: string, seed = 1): PipelineModel {
  return trainPipeline(sentencesOf(text), { seed, templates: richRightBranching }).model
}

let trained: PipelineModel | undefined

export function tinyPipeline(): PipelineModel {
  return (trained ??= train(tinyTreebank))
}

const hard = [
  'The dog sleeps.',
  "I don't",
  'ao',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\r\n\r\n',
  '\t',
  '\u0085',
  '\u00a0',
  '\u2029',
  '\ufeff',
  '\0',
  '\ud83d',
  '\ude00',
  '👩‍👩‍👧',
  '🇸🇪',
  'e\u0301',
  '\u0301',
  'שלום',
  'مرحبا،',
  '\u202e',
  '(',
  ')',
  '"',
  '...',
  '!?',
  'a@b.org',
  'http://x.org/?q=1',
  '日本語です。',
  '3.14',
  '__proto__',
  '-',
]

/** Anything that a string can be: words, white space of all kinds, emoji, both directions, half characters, zeros. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...hard),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))
