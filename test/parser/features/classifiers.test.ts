/** Which part of the templates a classifier reads, by its name. */
import { expect, test } from 'vitest'
import { parts } from '../../../parser/features/templates.ts'
import { classifiersOf, modelForms, partOf } from '../../../parser/features/classifiers.ts'
import { registry } from '../../../parser/registry.ts'

const plain = { name: 'x', templates: ['s0.form'] }
const firstStage = { templates: ['b0.tag'], labels: ['s0.tag'], margin: 2 }

test.each(registry.map(({ name, make }) => ({ name, make })))('$name', ({ make }) => {
  const system = make({ singleRoot: true })
  for (const form of modelForms)
    for (const templates of [plain, { ...plain, firstStage }]) {
      const classifiers = classifiersOf(system, form, templates)
      classifiers.names.forEach((name, index) => {
        const isOfLabels = name.startsWith('labels of ')
        const ofFirst = isOfLabels ? parts.firstStageLabels : parts.firstStageTypes
        const later = isOfLabels ? parts.labels : parts.types
        const part = name.endsWith(', first stage') ? ofFirst : later
        expect(partOf(classifiers, index)).toBe(form === 'labelled' ? parts.all : part)
      })
    }
})
