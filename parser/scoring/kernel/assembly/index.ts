/** The kernel: what ../kernel.ts calls. */
export { best, leading } from './choice'
export { decide, sum } from './decide'
export { fillNarrow, fillSparse } from './fill'
export { sumSix, sumSparse, sumThirtyTwo } from './narrow'
export { sumWide } from './wide'
export { extract } from './extract'
export { addUp, find, mostOfFloats, mostOfShorts } from './parts'
export { sumPerceptron } from './perceptron'
