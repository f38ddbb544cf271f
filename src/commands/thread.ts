/** The code of the threads of `rbparse parse`, `rbparse train` and `rbparse serve`. */
import type { ClassifierTask } from '../../parser/learning/liblinear.ts'
import type { ShardTask } from '../../parser/learning/sharded-perceptron.ts'
import type { WireRequest } from '../server/request-fields.ts'
import type { RequestThreadSettings as ServerSetting } from '../server/request-handler.ts'
import { attachTextModel } from '../pipeline/text-model.ts'
import type { Block } from '../jobs/block-parser.ts'
import type { ParseSetting } from '../jobs/parse-blocks.ts'
import type { Port } from '../threads/thread-pool.ts'
import type { ShardSetting } from '../jobs/threaded-training.ts'

/** The first message to a thread: its task and settings. A thread loads only the modules that its task requires. */
export type ThreadSettings = ParseSetting | ShardSetting | ServerSetting | { readonly task: 'classifiers' }

/** Runs one job. Returns the result and the memory to transfer with it. */
type DoJob = (job: unknown) => readonly [result: unknown, transfer: readonly ArrayBuffer[]]

/**
 * Serves jobs in a thread. The first message contains the settings, each other message a job. Results have the order of the
 * jobs.
 */
export function serve(port: Port): void {
  let jobRunner: Promise<DoJob> | undefined
  port.on('message', (message) => {
    if (jobRunner) void jobRunner.then((doJob) => port.postMessage(...doJob(message)))
    else jobRunner = prepareJobs(message as ThreadSettings)
  })
}

async function prepareJobs(settings: ThreadSettings): Promise<DoJob> {
  switch (settings.task) {
    case 'parse': {
      const { blockParser, pipelineOf } = await import('../jobs/block-parser.ts')
      const { options, thread } = settings
      const model = attachTextModel(settings.model)
      const parse = blockParser(model, options, thread, await pipelineOf(model, options))
      return (block) => {
        const parsed = parse(block as Block)
        return [parsed, [parsed.bytes.buffer]]
      }
    }
    case 'shards': {
      const { learnerIn, memoryOf } = await import('../jobs/threaded-training.ts')
      const learn = learnerIn(settings)
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
      const handler = new RequestHandler(settings)
      return (request) => {
        const answer = handler.answer(request as WireRequest)
        return [answer, [answer.body.buffer]]
      }
    }
  }
}
