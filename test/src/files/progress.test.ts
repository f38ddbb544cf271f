import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Progress } from '../../../src/files/terminal.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** What is written while a share of the work is done every 100 ms, for some seconds. */
function written(isTTY: boolean, seconds: number): string[] {
  const lines: string[] = []
  const stream = { isTTY, columns: 60, write: (text: Uint8Array | string) => lines.push(String(text)) > 0 }
  const progress = new Progress(stream, 'reading')
  for (let i = 0; i < 10 * seconds; i++) {
    vi.advanceTimersByTime(100)
    progress.at((i + 1) / (10 * seconds), `${i} sentences`)
  }
  progress.done()
  return lines
}

test('what takes no second is not worth a word', () => {
  expect(written(true, 0.9)).toEqual([])
  expect(written(false, 0.9)).toEqual([])
})

test('a bar on a terminal, drawn again and again and taken away', () => {
  const lines = written(true, 3)
  expect(lines.length).toBeGreaterThan(15)
  expect(lines[0]).toBe('\rreading [========                ] 33 % 9 sentences\u001b[K')
  expect(lines.at(-1)).toBe('\r\u001b[K')
})

test('plain lines now and then elsewhere', () => {
  expect(written(false, 12)).toEqual([
    'reading: 8 %, 9 sentences, 1 s\n',
    'reading: 50 %, 59 sentences, 6 s\n',
    'reading: 91 %, 109 sentences, 11 s\n',
  ])
})

test('stages: a line for each where there is no terminal, and the time that is left', () => {
  const lines: string[] = []
  const stream = { isTTY: false, write: (text: Uint8Array | string) => lines.push(String(text)) > 0 }
  const progress = new Progress(stream, 'training')
  for (const stage of ['stage 1 of 2, tagger', 'stage 2 of 2, parser'])
    for (const epoch of [0, 1, 2, 3]) {
      progress.stage(stage, epoch > 0 ? `epoch ${epoch} of 4` : '', epoch / 4)
      vi.advanceTimersByTime(3000)
    }
  expect(lines).toEqual([
    'training: stage 1 of 2, tagger, 0 s\n',
    'training: stage 1 of 2, tagger, epoch 2 of 4, about 6 s left in this stage, 6 s\n',
    'training: stage 2 of 2, parser, 12 s\n',
    'training: stage 2 of 2, parser, epoch 2 of 4, about 6 s left in this stage, 18 s\n',
  ])
})

test('a line never wraps', () => {
  const lines: string[] = []
  const stream = {
    isTTY: true,
    columns: 20,
    write: (text: Uint8Array | string) => lines.push(String(text)) > 0,
  }
  const progress = new Progress(stream, 'doing')
  vi.advanceTimersByTime(1500)
  progress.at(undefined, 'something that takes long to say')
  expect(lines).toEqual(['\rdoing something tha\u001b[K'])
})
