/** What runs in a thread: the first message says what it is to do, each one after it is work, answered in order. */
import { BlockParser, type Block, type BlockParserSetting } from './block-parser.ts'
import { TextParser, type TextParserSetting } from './text-parser.ts'
import type { Port } from './thread.ts'

/** Does a piece of work and answers it. */
type Answer = (work: unknown) => void

export function serve(port: Port): void {
  let answer: Answer | undefined
  port.on('message', (message) => {
    if (answer) answer(message)
    else answer = answering(message as BlockParserSetting | TextParserSetting, port)
  })
}

function answering(setting: BlockParserSetting | TextParserSetting, port: Port): Answer {
  if (setting.input === 'text') {
    const parser = new TextParser(setting)
    return (text) => port.postMessage(parser.parse(text as string), [])
  }
  const parser = new BlockParser(setting)
  return (block) => {
    const parsed = parser.parse(block as Block)
    port.postMessage(parsed, [parsed.bytes.buffer])
  }
}
