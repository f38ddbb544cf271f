/** What runs in a thread: the first message says what it is to do, each one after it is work, answered in order. */
import type { ShardTask } from '../../parser/learning/shards.ts'
import { BlockParser, type Block, type BlockParserSetting } from './block-parser.ts'
import { trainClassifier, type ClassifierTask } from '../../parser/learning/liblinear.ts'
import { learnerIn, memoryOf, type ClassifierSetting, type ShardSetting } from './training.ts'
import { TextParser, type TextParserSetting } from './text-parser.ts'
import type { Port } from './thread.ts'

/** What the first message is. */
type AnySetting = BlockParserSetting | TextParserSetting | ShardSetting | ClassifierSetting

/** Does a piece of work and answers it. */
type Answer = (work: unknown) => void

export function serve(port: Port): void {
  let answer: Answer | undefined
  port.on('message', (message) => {
    if (answer) answer(message)
    else answer = answering(message as AnySetting, port)
  })
}

function answering(setting: AnySetting, port: Port): Answer {
  if (setting.input === 'shards') {
    const learner = learnerIn(setting)
    return (task) => {
      const result = learner.learn(task as ShardTask)
      port.postMessage(result, memoryOf(result))
    }
  }
  if (setting.input === 'classifiers')
    return (task) => port.postMessage(trainClassifier(task as ClassifierTask), [])
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
