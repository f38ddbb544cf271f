/** What runs in a thread of `rbparse parse` and `rbparse train`. */
import type { ShardTask } from '../../parser/learning/sharded-perceptron.ts'
import { trainClassifier, type ClassifierTask } from '../../parser/learning/liblinear.ts'
import type { TextWindow } from '../pipeline/text-windows.ts'
import { ConlluBlockParser, type Block, type ConlluBlockSetting } from './conllu-block-parser.ts'
import { TextBlockParser, type TextBlockSetting } from './text-block-parser.ts'
import { answerMessages, type DoJob, type Port } from './thread.ts'
import { learnerIn, memoryOf, type ClassifierSetting, type ShardSetting } from './threaded-training.ts'

type Setting = ConlluBlockSetting | TextBlockSetting | ShardSetting | ClassifierSetting

export function serve(port: Port): void {
  answerMessages(port, (setting) => begin(setting as Setting))
}

function begin(setting: Setting): DoJob {
  switch (setting.input) {
    case 'conllu': {
      const parser = new ConlluBlockParser(setting)
      return (block) => {
        const parsed = parser.parse(block as Block)
        return [parsed, [parsed.bytes.buffer]]
      }
    }
    case 'text': {
      const parser = new TextBlockParser(setting)
      return (text) => {
        const parsed = parser.parse(text as TextWindow)
        return [parsed, [parsed.bytes.buffer]]
      }
    }
    case 'shards': {
      const learn = learnerIn(setting)
      return (task) => {
        const result = learn(task as ShardTask)
        return [result, memoryOf(result)]
      }
    }
    case 'classifiers':
      return (task) => [trainClassifier(task as ClassifierTask), []]
  }
}
