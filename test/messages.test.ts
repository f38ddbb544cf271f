import { expect, onTestFinished, test, vi } from 'vitest'
import { Progress } from '../src/files/terminal.ts'
import { withoutProgress } from './messages.ts'

test('lines of progress go, other messages stay', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const messages = 'skipped: -:3: bad\nno answer within 3 s\n12 words, 500 words a second, 1 s\n'
  const lines = [messages]
  const stream = { write: (text: Uint8Array | string) => lines.push(String(text)) > 0 }
  for (const [doing, share, detail] of [
    ['parsing', 0.5, '1,000 sentences'],
    ['training', undefined, 'tagger: pass 3, violation 0.12'],
    ['training rb', undefined, undefined],
    ['reading', 1, ''],
  ] as const) {
    const progress = new Progress(stream, doing)
    vi.advanceTimersByTime(1200)
    progress.at(share, detail)
  }
  expect(lines).toHaveLength(5)
  expect(withoutProgress(lines.join(''))).toBe(messages)
})
