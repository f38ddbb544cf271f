/** liblinear-wasm: solvers 0, 1, 4 and 7 of LIBLINEAR in WebAssembly. */
export type { Problem, Rows } from './problem.ts'
export type { SolverSettings, Solver, SolverName, TrainingOptions } from './options.ts'
export { solverNumber, solvers } from './options.ts'
export { type Model, decisionValues, predict } from './model.ts'
export { readModel, writeModel } from './model-text.ts'
export { type TrainedModel, Training, train } from './training.ts'
