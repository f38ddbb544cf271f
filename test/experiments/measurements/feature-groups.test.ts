import { describe, expect, it } from 'vitest'
import { beamLearning } from '../../../experiments/cells.ts'
import { featureGroups, leaveOut, sizeOf } from '../../../experiments/measurements/feature-groups.ts'
import { richBeam } from '../../../parser/features/rich-beam.ts'
import { richRightBranching } from '../../../parser/features/rich.ts'
import { builtInTemplates } from '../../../src/training/features.ts'

describe('groups of features', () => {
  it.each(featureGroups)(
    '%s: some of the templates for a beam are of it, and the others are left',
    (group) => {
      const { templates } = leaveOut(richBeam, group)
      expect(templates.length).toBe(richBeam.templates.length - sizeOf(richBeam, group))
      expect(templates.length).toBeGreaterThan(0)
      expect(templates.length).toBeLessThan(richBeam.templates.length)
      expect(leaveOut({ ...richBeam, templates }, group).templates).toEqual(templates)
      expect(richBeam.templates.filter((template) => templates.includes(template))).toEqual(templates)
    },
  )

  it('are of every template', () => {
    const none = richBeam.templates.filter((one) =>
      featureGroups.every((group) => sizeOf({ name: '', templates: [one] }, group) === 0),
    )
    expect(none.filter((one) => !/^[sb]0\.(?:upos|tag) [sb]0\.(?:upos|tag)$/.test(one))).toEqual([])
  })

  it('without what greedy parsing has not, what it has is left', () => {
    expect(leaveOut(richBeam, 'what greedy parsing has not').templates).toEqual(richRightBranching.templates)
  })
})

it('a beam of 1 has the features of wider ones, where beams are compared', () => {
  const templatesOf = (width: number): readonly string[] | undefined => {
    const {
      system,
      features,
      beam,
      featuresFor = beam,
    } = beamLearning('rb', width, 1, {
      quick: true,
      seeds: [1],
    })
    return builtInTemplates(features, { system, learner: 'perceptron', beam: featuresFor })?.templates
  }
  expect(templatesOf(1)).toEqual(richBeam.templates)
  expect(templatesOf(1)).toEqual(templatesOf(8))
})
