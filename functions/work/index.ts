/** Estimates the work of a request from the request itself. */
export { estimateWork, isHeavy, type Work } from './estimate.ts'
export { workModels } from './models.ts'
