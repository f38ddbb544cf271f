import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../src/training/scripts/plain-text.js', import.meta.url))
const treebank = '# text = The cat sees the small dog and the old house in the town .\n'

/** What the script prints of a document. */
function textOf(name: string, document: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'plain-text-'))
  mkdirSync(join(folder, 'documents'))
  writeFileSync(join(folder, 'treebank.conllu'), treebank)
  writeFileSync(join(folder, 'documents', name), document)
  const args = [script, '--like', join(folder, 'treebank.conllu'), join(folder, 'documents')]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n').slice(0, -1)
}

test('Markdown loses its marks, front matter, code, headings and tables', () => {
  const document = `---
title: The cat sees the dog.
---
# The cat sees the old town

The **cat** sees
the [small dog](dog.md) in \`town\`.

- The dog sees the <b>old</b> &lt;house&gt;.

\`\`\`
The cat sees the code in the town.
\`\`\`
| The cat sees the table in the town. |
`
  expect(textOf('a.md', document)).toEqual([
    'The cat sees the small dog in town.',
    'The dog sees the old <house>.',
  ])
})

test('translations are joined, and have no tags', () => {
  const document =
    'msgid "One"\nmsgstr ""\n"The cat <link>sees</link> the "\n"\\"small\\" dog."\n\nmsgid "Two"\nmsgstr "Cat"\n'
  expect(textOf('a.po', document)).toEqual(['The cat sees the "small" dog.'])
})

test('paragraphs of TEI are text', () => {
  expect(textOf('a.xml', '<TEI><title>The cat</title><p n="1">The cat\n sees the dog.</p></TEI>')).toEqual([
    'The cat sees the dog.',
  ])
})

test('fragments, other languages, numbers and what was printed are left out', () => {
  const document = `The cat sees the dog.
The cat sees the dog
The cat sees.
Le chat regarde un petit chien.
The cat 1,234,567 sees 8,901,234 the 5,678 old dog.
The cat sees the dog.
`
  expect(textOf('a.txt', document)).toEqual(['The cat sees the dog.'])
})
