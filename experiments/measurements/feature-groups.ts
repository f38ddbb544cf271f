/** The groups that the RB parser's feature templates fall into, to measure what each is worth; a template may be of several. */
import { builtInTemplates, type TemplateSet } from '../../src/index.ts'

const greedy = builtInTemplates('rich', { system: 'rb', learner: 'perceptron' })?.templates ?? []
const having = (sign: RegExp) => (template: string) => sign.test(template)

/** By group: which templates are of it. */
const groups = Object.freeze({
  words: having(/\.form\b/),
  suffixes: having(/\.suffix\b/),
  labels: having(/\.deprel\b/),
  'states and marks': having(/\.(?:state|mark)\b/),
  valency: having(/\.(?:left|right)\b/),
  'left and right dependents': having(/\b[st]\d[lr]2?\./),
  'last children': having(/\bs0c\./),
  'tokens further up': having(/\bt[1-3]l?\./),
  'words ahead': having(/\bb[1-9]\b/),
  'next word of weight': having(/\bn0\./),
  'what greedy parsing has not': (template: string) => !greedy.includes(template),
})

export type FeatureGroup = keyof typeof groups

export const featureGroups = Object.freeze(Object.keys(groups)) as readonly FeatureGroup[]

/** How many templates of a set are of a group. */
export function sizeOf({ templates }: TemplateSet, group: FeatureGroup): number {
  return templates.filter(groups[group]).length
}

/** The set without those of a group. */
export function leaveOut(set: TemplateSet, group: FeatureGroup): TemplateSet {
  const templates = set.templates.filter((template) => !groups[group](template))
  return { ...set, name: `${set.name}, without ${group}`, templates }
}
