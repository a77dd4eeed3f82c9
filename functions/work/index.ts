/** What a request costs, estimated from the request itself. */
export { estimateWork, isHeavy, type Work } from './estimate.ts'
export { workModels } from './models.ts'
