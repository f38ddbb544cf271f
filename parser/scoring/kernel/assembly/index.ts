/** The exports of the kernel, which ../kernel.ts calls. */
export { completeRow, scoreRow } from './beam'
export { insert, offer } from './candidates'
export { compact, equalNodes, fork } from './nodes'
export { logTotal } from './probabilities'
export { best, leading } from './choice'
export { decide, extractPart, see, sum, sumGiven } from './decide'
export { fill } from './fill'
export { addWeights, moveSlots, sumOfClass, sumPerceptron, touchSlots } from './perceptron'
