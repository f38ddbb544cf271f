/** The script of the threads that parse texts, see api/text-threads.ts. It is built as one file that imports nothing. */
import { isFault } from '../../parser/scoring/kernel/arena.ts'
import { isBytes } from '../../transform/arguments.ts'
import { parserOf, TextParser } from './text-parser.ts'
import type { TextAnswer, TextJob, TextSetting } from './text-threads.ts'
import { portOfThread } from '../threads/runtime-threads.ts'
import { attachTextModel } from '../pipeline/text-model.ts'

const port = portOfThread()
let answer: ((job: TextJob) => TextAnswer) | undefined

// The first message is the setting, every other message is a text; answers go back in the same order.
port.on('message', (message) => {
  if (answer) port.postMessage(answer(message as TextJob), [])
  else answer = begin(message as TextSetting)
})

/** Errors are answers, too. If the model is invalid, its error is the answer to every job. */
function begin({ model, options }: TextSetting): (job: TextJob) => TextAnswer {
  try {
    const parser = isBytes(model) ? parserOf(model, options) : new TextParser(attachTextModel(model), options)
    return ({ text, options }) => {
      if (text === undefined) return { training: parser.training }
      try {
        return { document: parser.parse(text, options).toJSON() }
      } catch (error) {
        if (isFault(error)) throw error // ends the thread, whose memory may be wrong
        return { error: sent(error) }
      }
    }
  } catch (error) {
    return () => ({ error: sent(error) })
  }
}

function sent(error: unknown): TextAnswer['error'] {
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: '', message: String(error) }
}
