import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Progress } from '../../../src/files/progress.ts'

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
