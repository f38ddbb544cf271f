/** What runs in a thread of `rbparse parse`, `rbparse train` and `rbparse serve`. */
import type { ClassifierTask } from '../../parser/learning/liblinear.ts'
import type { ShardTask } from '../../parser/learning/sharded-perceptron.ts'
import type { WireRequest } from '../server/request-fields.ts'
import type { ThreadSetting as ServerSetting } from '../server/request-handler.ts'
import { attachTextModel } from '../pipeline/text-model.ts'
import type { Block } from '../jobs/block-parser.ts'
import type { ParseSetting } from '../jobs/parse-blocks.ts'
import type { Port } from '../threads/thread-pool.ts'
import type { ShardSetting } from '../jobs/threaded-training.ts'

/** The first message to a thread: what it does. A thread loads only what it needs for this. */
export type Setting = ParseSetting | ShardSetting | ServerSetting | { readonly task: 'classifiers' }

/** Does one job: returns its result and the memory to hand over with it. */
type DoJob = (job: unknown) => readonly [result: unknown, transfer: readonly ArrayBuffer[]]

/** Runs in a thread. The first message is the setting, every other message is a job; results go back in the same order. */
export function serve(port: Port): void {
  let begun: Promise<DoJob> | undefined
  port.on('message', (message) => {
    if (begun) void begun.then((doJob) => port.postMessage(...doJob(message)))
    else begun = begin(message as Setting)
  })
}

async function begin(setting: Setting): Promise<DoJob> {
  switch (setting.task) {
    case 'parse': {
      const { blockParser, pipelineOf } = await import('../jobs/block-parser.ts')
      const { options, thread } = setting
      const model = attachTextModel(setting.model)
      const parse = blockParser(model, options, thread, await pipelineOf(model, options))
      return (block) => {
        const parsed = parse(block as Block)
        return [parsed, [parsed.bytes.buffer]]
      }
    }
    case 'shards': {
      const { learnerIn, memoryOf } = await import('../jobs/threaded-training.ts')
      const learn = learnerIn(setting)
      return (task) => {
        const result = learn(task as ShardTask)
        return [result, memoryOf(result)]
      }
    }
    case 'classifiers': {
      const { trainClassifier } = await import('../../parser/learning/liblinear.ts')
      return (task) => [trainClassifier(task as ClassifierTask), []]
    }
    case 'requests': {
      const { RequestHandler } = await import('../server/request-handler.ts')
      const handler = new RequestHandler(setting)
      return (request) => {
        const answer = handler.answer(request as WireRequest)
        return [answer, [answer.body.buffer]]
      }
    }
  }
}
