/** The HTTP service. It requires Node and hono. */
export { BodyBudget } from './body.ts'
export { listen, type Listening } from './listen.ts'
export { Metrics } from './metrics.ts'
export { servedModel } from './served-models.ts'
