/** `rbparse draw`: draws trees. */
import type { Direction } from '../../transform/direction.ts'
import { drawText } from '../../transform/drawing/draw.ts'
import { createEncoding } from '../../transform/encoding.ts'
import { stackSvg, svgDrawing, type SvgDrawing } from '../../transform/drawing/svg.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { TreeReader } from '../conllu/trees.ts'
import { encode } from '../conllu/utf8.ts'
import type { CoNLLUWriter } from '../conllu/writer.ts'
import { checkDistinct } from '../files/output.ts'
import { counted } from '../files/terminal.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import { viewOf, viewsOf } from '../formats/output-formats.ts'
import { commandFor, SENTENCES_HELP, type OutputCall, type CommandContext } from './options.ts'
import { writeSentences } from './report.ts'

interface Options extends OutputCall {
  readonly svg?: boolean
  readonly transformed?: boolean
  readonly direction: Direction
}

const HELP = `
draw | draw trees as text or SVG
> Draws every tree as text, one word on each line, or as SVG: one element, in which several sentences are one below the other.
${SENTENCES_HELP}
--svg || draw SVG instead of text
--transformed || draw the right-branching tree next to the original
--direction <side> | right, left = right | the direction of the transformed trees
$ rbparse sample --dev --sentences 1 | rbparse draw --transformed`

export const drawCommand = commandFor(HELP, drawFile)

async function drawFile(path: string, options: Options, { terminal }: CommandContext): Promise<void> {
  const { svg, transformed, direction, skipBad } = options
  await checkDistinct({ '-o': options.output }, [path])
  const file = await SentenceFile.open(path, terminal, { doing: 'drawing', skipBad })
  const reader = new TreeReader()
  const encoding = createEncoding({ labels: reader.labels, direction })
  // Collect the drawings: the size of the whole drawing is written first but known only at the end.
  const drawings: SvgDrawing[] = []
  const print = (sentence: CoNLLUSentence, writer: CoNLLUWriter): void => {
    const forms = sentence.forms()
    const views = transformed
      ? viewsOf(reader.original(sentence), encoding, reader.labels)
      : ([viewOf(reader.marked(sentence), reader.labels)] as const)
    const [id] = sentence.commentValues('sent_id')
    const drawingOptions = { id: `tree-${file.sentences + 1}`, title: id ?? forms.join(' ') }
    if (svg) drawings.push(svgDrawing(forms, views, drawingOptions))
    else writer.bytes(encode(`${id === undefined ? '' : `# ${id}\n`}${drawText(forms, ...views)}\n`))
  }
  const end = (writer: CoNLLUWriter): void => {
    if (drawings.length > 0) writer.bytes(encode(stackSvg(drawings, counted(drawings.length, 'tree'))))
  }
  await writeSentences(file, { print, end }, options, terminal)
}
