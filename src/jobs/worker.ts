/** What runs in a thread of `rbparse parse` and `rbparse train`. */
import { trainClassifier, type ClassifierTask } from '../../parser/learning/liblinear.ts'
import type { ShardTask } from '../../parser/learning/sharded-perceptron.ts'
import { attachModel } from '../../parser/scoring/shared-model.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import type { TextWindow } from '../pipeline/text-windows.ts'
import { ConlluBlockParser, type Block, type BlockOptions } from './conllu-block-parser.ts'
import type { Setting as ParserSetting } from './shared-models.ts'
import { parseTextBlock, type TextOptions } from './text-block-parser.ts'
import { answerMessages, type DoJob, type Port } from './thread.ts'
import { learnerIn, memoryOf, type ClassifierSetting, type ShardSetting } from './threaded-training.ts'

type Setting =
  | ParserSetting<'conllu', BlockOptions>
  | ParserSetting<'text', TextOptions>
  | ShardSetting
  | ClassifierSetting

export function serve(port: Port): void {
  answerMessages(port, (setting) => begin(setting as Setting))
}

function begin(setting: Setting): DoJob {
  switch (setting.input) {
    case 'conllu': {
      const { options, pipeline, thread } = setting
      const parser = attachModel(setting.model)
      const tagger = pipeline && new Pipeline({ ...pipeline, parser }, options)
      const blocks = new ConlluBlockParser(new SentenceParser(parser, options), options, tagger, thread)
      return (block) => {
        const parsed = blocks.parse(block as Block)
        return [parsed, [parsed.bytes.buffer]]
      }
    }
    case 'text': {
      const { options, thread } = setting
      const parser = attachModel(setting.model)
      const pipeline = new Pipeline(setting.pipeline ? { ...setting.pipeline, parser } : parser, options)
      return (text) => {
        const parsed = parseTextBlock(text as TextWindow, pipeline, options.format, thread)
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
