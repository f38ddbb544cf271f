/** The kernel: what ../kernel.ts calls. */
export { compact, completeRow, equalNodes, fork, insert, logTotal, offer, scoreRow } from './beam'
export { best, leading } from './choice'
export { decide, sum, sumGiven } from './decide'
export { fillNarrow, fillSparse } from './fill'
