/** The script of the threads that parse texts (see api/text-threads.ts). The build makes one file without imports of it. */
import { isFault } from '../../parser/scoring/kernel/arena.ts'
import { isBytes } from '../../transform/arguments.ts'
import { parserOf, TextParser } from './text-parser.ts'
import type { TextAnswer, TextJob, ThreadSettings } from './text-threads.ts'
import { portOfThread } from '../threads/runtime-threads.ts'
import { attachTextModel } from '../pipeline/text-model.ts'

const port = portOfThread()
let answer: ((job: TextJob) => TextAnswer) | undefined

// The first message contains the settings, each other message a text. Answers have the order of the texts.
port.on('message', (message) => {
  if (answer) port.postMessage(answer(message as TextJob), [])
  else answer = makeAnswer(message as ThreadSettings)
})

/** Returns a function that answers jobs. Errors are also answers: the error of an invalid model is the answer to every job. */
function makeAnswer({ model, options }: ThreadSettings): (job: TextJob) => TextAnswer {
  try {
    const parser = isBytes(model) ? parserOf(model, options) : new TextParser(attachTextModel(model), options)
    return ({ text, options }) => {
      if (text === undefined) return { training: parser.training }
      try {
        return { document: parser.parse(text, options).toJSON() }
      } catch (error) {
        if (isFault(error)) throw error // ends the thread, because its memory may be corrupted
        return { error: sentErrorOf(error) }
      }
    }
  } catch (error) {
    return () => ({ error: sentErrorOf(error) })
  }
}

function sentErrorOf(error: unknown): TextAnswer['error'] {
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: '', message: String(error) }
}
