/** The figures that a paper prints, as the study of fragments has them. */
import { describe, expect, it } from 'vitest'
import { printedAt } from '../../../experiments/studies/expand.ts'
import { studyOf } from '../../../experiments/studies/index.ts'
import { meanOf } from '../../../experiments/statistics/summary.ts'

const study = studyOf('fragments')
const languages = ['ar', 'bg', 'zh', 'cs', 'da', 'nl', 'de', 'ja', 'pt', 'sl', 'es', 'sv', 'tr']
const at = (treebank: string, parser: string, metric: string): number =>
  printedAt(study, { treebank, size: 100, parser, metric }) ?? NaN

describe("the paper's own figures agree with each other", () => {
  it.each(languages)('%s: recall is correct / stack head', (language) => {
    // The paper cuts off after the second digit (Dutch: 22.807 is printed as 22.80).
    for (const parser of ['old', 'new']) {
      const recall = (100 * at(language, parser, 'correct')) / at(language, parser, 'stack head')
      expect(Math.abs(recall - at(language, parser, 'recall'))).toBeLessThan(0.01)
    }
  })

  it('the averages of both tables are those of their rows', () => {
    for (const parser of ['old', 'new'])
      for (const metric of ['stack token', 'stack head', 'correct', 'recall', 'LAS', 'UAS']) {
        const mean = meanOf(languages.map((language) => at(language, parser, metric))) ?? NaN
        expect(Math.abs(mean - at('average', parser, metric)), metric).toBeLessThan(0.01)
      }
  })

  it('no figure is that of another language', () => {
    expect(at('zh_gsd', 'old', 'UAS')).toBe(89.79)
    expect(at('cs_cac', 'old', 'UAS')).toBe(83.09)
    expect(at('en_ewt', 'old', 'UAS')).toBeNaN()
    expect(at('ja_gsd', 'single', 'UAS')).toBeNaN()
  })
})
