/**
 * A model for several threads: the weights lie in memory that all of them read, what else there is to know is small and
 * plain, so that it can be sent (`postMessage`, `workerData`). No thread decodes a model file or builds tables again.
 */
import { Symbols } from '../../transform/symbols.ts'
import type { Prediction } from './kernel/layout.ts'
import type { Model } from '../model/model.ts'
import { attachScoring, predictionsOf, scoringOf, type SharedScoring } from './scoring.ts'

/** What a thread is sent of a model. */
export interface SharedModel extends Pick<Model, 'header' | 'defaults' | 'rootLabel'> {
  readonly labels: readonly string[]
  readonly classifiers: readonly { readonly transitions: Int32Array; readonly scale: number }[]
  readonly scoring: SharedScoring
}

/** @param threads how many will attach it */
export function shareModel(model: Model, threads: number): SharedModel {
  const { header, labels, defaults, rootLabel, classifiers } = model
  return {
    header,
    defaults,
    rootLabel,
    labels: labels.texts(),
    classifiers: classifiers.map(({ transitions, scale }) => ({ transitions, scale })),
    scoring: scoringOf(model).kernel?.share(threads) ?? predictionsOf(model).map(inSharedMemory),
  }
}

/**
 * The model in a thread: it parses, but cannot be written, since it has no weights of its own.
 *
 * @param thread counts from 0; each thread has a number of its own
 */
export function attachModel(shared: SharedModel, thread: number): Model {
  const { header, labels, defaults, rootLabel, classifiers, scoring } = shared
  const model = {
    header,
    defaults,
    rootLabel,
    labels: new Symbols(labels).freeze(),
    classifiers: classifiers.map((classifier) => ({ ...classifier, ...noWeights })),
  }
  attachScoring(model, scoring, thread)
  return model
}

const noWeights = {
  keys: new Uint32Array(0),
  starts: new Uint32Array(1),
  classes: new Uint16Array(0),
  values: new Int16Array(0),
}

/** Where memory cannot be shared, it is copied when it is sent. */
function inSharedMemory({ transitions, scale, table }: Prediction): Prediction {
  if (typeof SharedArrayBuffer !== 'function') return { transitions, scale, table }
  const room = <T extends Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array>(
    array: T,
    copy: T,
  ): T => {
    copy.set(array)
    return copy
  }
  if (table.form !== 'wide') {
    const lines = room(table.lines, new Uint8Array(new SharedArrayBuffer(table.lines.byteLength)))
    if (table.form === 'narrow') return { transitions, scale, table: { ...table, lines } }
    const rows = room(table.rows, new Int8Array(new SharedArrayBuffer(table.rows.byteLength)))
    return { transitions, scale, table: { ...table, lines, rows } }
  }
  const { lines, regions, codes, rows } = table
  return {
    transitions,
    scale,
    table: {
      ...table,
      lines: room(lines, new Uint16Array(new SharedArrayBuffer(lines.byteLength))),
      regions: room(regions, new Uint32Array(new SharedArrayBuffer(regions.byteLength))),
      codes: room(codes, new Int16Array(new SharedArrayBuffer(codes.byteLength))),
      rows: room(rows, new Uint32Array(new SharedArrayBuffer(rows.byteLength))),
    },
  }
}
