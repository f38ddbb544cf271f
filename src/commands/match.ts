/** `rbparse match`: finds patterns in trees. */
import { readFile } from 'node:fs/promises'
import { textOfCoNLLU } from '../document/document-data.ts'
import { Sentence } from '../document/sentence.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { encode } from '../conllu/utf8.ts'
import { CoNLLUWriter } from '../conllu/writer.ts'
import { CallError, codeOf, reasonOf } from '../files/failures.ts'
import { checkDistinct, withOutput } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import { matcherOf, SeenValues, type Matcher, type PatternMatch, type SpacyNode } from '../patterns/index.ts'
import { commandFor, SENTENCES_HELP, type OutputCall, type CommandContext } from './options.ts'
import { writeSentences } from './report.ts'

interface Options extends OutputCall {
  readonly semgrex?: string
  readonly spacy?: string
  readonly count?: boolean
  readonly format: 'conllu' | 'text'
}

const HELP = `
match | find patterns in trees
> Writes the sentences in which a pattern matches. Each match is a comment \`# match = NAME ID FORM, …\` with the words that the pattern names, and first, without a name, the word of its first node.
${SENTENCES_HELP}
--semgrex <pattern> || a pattern in the language of Semgrex
--spacy <file> || a pattern of spaCy's DependencyMatcher: a JSON file with a list of nodes
--format <format> | conllu, text = conllu | the sentences with a match: as CoNLL-U with comments, or drawn
--count || print the number of matches only
$ rbparse sample --dev | rbparse match --semgrex '{upos:VERB} >nsubj:pass {}=patient' --format text`

export const matchCommand = commandFor(HELP, matchFile)

async function matchFile(path: string, options: Options, { terminal }: CommandContext): Promise<void> {
  await checkDistinct({ '-o': options.output }, [path, options.spacy])
  const matcher = await matcherOfCall(options)
  const { skipBad } = options
  const file = await SentenceFile.open(path, terminal, { doing: 'matching', skipBad })
  let count = 0
  const seenValues = new SeenValues()
  const print = (sentence: CoNLLUSentence, writer: CoNLLUWriter): void => {
    const [columns] = textOfCoNLLU([sentence]).sentences
    const view = new Sentence(columns)
    const matches = [...matcher.matches(view)]
    count += matches.length
    for (const word of view) seenValues.add(word)
    if (matches.length === 0 || options.count) return
    const comments = matches.map((match) => `# match = ${matchText(match)}\n`).join('')
    const text = options.format === 'text' ? `${view.draw()}\n` : sentence.conllu().replace(/^\ufeff?\s*/, '')
    writer.bytes(encode(comments + text))
  }
  if (options.count) {
    const writer = new CoNLLUWriter()
    await file.each(
      (sentence) => print(sentence, writer),
      async () => {},
    )
    await withOutput(options.output, terminal, (output) => output.write(`${count}\n`))
  } else await writeSentences(file, { print }, options, terminal)
  if (count > 0) return
  for (const unknownValue of matcher.unknownValues(seenValues))
    terminal.stderr.write(`warning: ${unknownValue}\n`)
}

async function matcherOfCall({ semgrex, spacy }: Options): Promise<Matcher> {
  if ((semgrex === undefined) === (spacy === undefined))
    throw new CallError('expected a pattern: --semgrex PATTERN or --spacy FILE')
  try {
    return matcherOf(semgrex ?? (JSON.parse(await readFile(spacy!, 'utf8')) as SpacyNode[]))
  } catch (error) {
    const name = spacy === undefined ? '--semgrex' : spacy
    if (codeOf(error)) throw new CallError(`${name}: cannot be read (${reasonOf(error)})`)
    throw new CallError(`${name}: ${(error as Error).message}`)
  }
}

function matchText({ word, words }: PatternMatch): string {
  const namedWords = Object.entries(words).map(([name, { id, form }]) => `${name} ${id} ${form}`)
  return [`${word.id} ${word.form}`, ...namedWords].join(', ')
}
