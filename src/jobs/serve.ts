/** What runs in a thread: the first message says what it is to do, each one after it is work, answered in order. */
import { BlockParser, type Block, type BlockParserSetting } from './block-parser.ts'
import type { Port } from './thread.ts'

export function serve(port: Port): void {
  let parser: BlockParser | undefined
  port.on('message', (message) => {
    if (!parser) {
      parser = new BlockParser(message as BlockParserSetting)
      return
    }
    const parsed = parser.parse(message as Block)
    port.postMessage(parsed, [parsed.bytes.buffer])
  })
}
