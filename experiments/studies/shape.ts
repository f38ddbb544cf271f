/** The right-branching paper, sections 2 and 3.1: what the transform does to trees, and how predictable they become. */
import type { ClaimDeclaration, Study } from '../study.ts'

const forms: Readonly<Record<string, string>> = {
  original: 'original',
  'right-branching': 'right',
  'left-branching': 'left',
}
const marks = ['words', 'plain', 'relocated', 'reversed']

export const shape: Study = {
  name: 'shape',
  title: 'The shape of transformed trees',
  reproduces: 'right-branching paper, sections 2 and 3.1',
  intro:
    'The original training set (non-projective trees made projective), the same with all heads before their dependents, and the same with all heads after them. The stack contains the artificial root; its heights are over all transitions of gold derivations. Bits are the entropy of what a parser predicts, given the context that it sees: the tags of a word and its neighbours for arcs, the tags around the stack top and the buffer’s front for transitions, with Miller’s correction for rare observations. The transform is one to one, so whole trees cannot become more predictable, but single decisions can.',
  conditions: () =>
    [...Object.entries(forms), ...marks.map((mark) => [mark, `labels.${mark}`])].map(([name, view]) => ({
      name,
      measurement: 'shape',
      settings: {},
      view,
    })),
  metrics: ['labels'],
  tables: [
    {
      title: 'Trees before and after',
      rows: ['metric'],
      columns: ['parser'],
      parsers: (name) => name in forms,
      metrics: 'own',
    },
    {
      title: 'Marks of the most frequent labels, right-branching, in percent',
      rows: ['metric'],
      columns: ['parser'],
      parsers: (name) => marks.includes(name),
      metrics: 'own',
    },
  ],
  plots: [
    {
      title: 'Labels before and after',
      mark: 'bar',
      groups: 'treebank',
      series: 'parser',
      parsers: (name) => name in forms,
    },
  ],
  claims: [
    claimOn('The heads of transformed trees are', 'section 3.1', 'bits of the head'),
    claimOn(
      'The labels of transformed trees, marks included, are',
      'section 3.1',
      'bits of the label with its mark',
    ),
    {
      claim: 'What a parser has to decide for a word is more predictable in transformed trees',
      source: 'right-branching paper, sections 3 and 4',
      judge: (results, treebank) => {
        const bits = (parser: string, system: string): number | undefined =>
          results.figure({
            treebank,
            size: 100,
            parser,
            metric: `bits of the transitions of a word, ${system}`,
          })?.value
        const [before, after] = [bits('original', 'arc-eager'), bits('right-branching', 'rb')]
        if (before === undefined || after === undefined) return { verdict: 'not measured', evidence: '' }
        const evidence = `arc-eager on original trees ${before.toFixed(2)}, rb ${after.toFixed(2)} bits`
        return { verdict: after < before ? 'held' : 'not held', evidence }
      },
    },
  ],
}

function claimOn(what: string, section: string, metric: string): ClaimDeclaration {
  return {
    claim: `${what} more predictable`,
    source: `right-branching paper, ${section}`,
    compare: [['right-branching', 'original']],
    metrics: [metric],
    expected: 'below',
  }
}
