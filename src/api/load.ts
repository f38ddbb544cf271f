/** Loads models by name, by address or from bytes. */
import type { PipelineOptions } from '../pipeline/pipeline.ts'
import { abortSignal, optional, record } from '../../transform/arguments.ts'
import { modelSource, using, type ModelSource } from './model-source.ts'
import { pipelineOptions } from './parse-options.ts'
import { parserOf, type TextParser } from './text-parser.ts'

export interface LoadOptions extends PipelineOptions {
  readonly signal?: AbortSignal
}

const checkOptions = record({ ...pipelineOptions, signal: optional(abortSignal) })

/**
 * Loads a model. A model with only a parser (`rbparse train` without `--pipeline`) parses words without tags, which reduces
 * the accuracy much; its `pipeline.tagger` is undefined.
 *
 * ```js
 * const parser = await load('en') // an installed model
 * const fast = await load('en', { beam: 1 })
 * const other = await load(new URL('https://example.org/de.rbp'))
 * const own = await load('models/de.rbp') // in Node, a path
 * ```
 *
 * In Node, `load('pt')` also finds the model of the installed package `right-branching-model-pt`.
 *
 * @throws TypeError for values of wrong types; ModelError if the model does not exist or is invalid; RangeError if the model
 * does not support `options`; the reason of the signal
 */
export async function load(source: ModelSource, options: LoadOptions = {}): Promise<TextParser> {
  modelSource(source, 'source')
  checkOptions(options, 'options')
  const { signal, ...decoding } = options
  return using(source, signal, (bytes) => parserOf(bytes, decoding))
}
