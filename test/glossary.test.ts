import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTextModel } from '../src/pipeline/pipeline-file.ts'

const house = join(import.meta.dirname, '..')

test('the glossary has the tags and the relations of the shipped models, and no others', () => {
  const page = readFileSync(join(house, 'docs', 'glossary.md'), 'utf8')
  const [, tags, relations] = page.split('\n## ')
  const listed = (part: string): string[] => [...part.matchAll(/^\| `([^`]+)` *\|/gm)].map(([, name]) => name)
  const { parser, tagger } = readTextModel(readFileSync(join(house, 'src', 'models', 'en.rbp')))
  const named = (all: Iterable<string>): string[] => [...new Set(all)].toSorted()
  expect(listed(tags).slice(1)).toEqual(named(tagger!.tags.map(({ upos }) => upos)))
  expect(listed(relations).slice(1).toSorted()).toEqual(
    named(parser.labels.texts().filter((label) => !label.includes('↑'))),
  )
})
