/** Schemas that requests of several families share. */
export { Format } from './format.ts'
export { type RefinementContext, requireOneOf } from './require-one-of.ts'
