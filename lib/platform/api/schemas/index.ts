/** Schemas shared by requests of several families. */
export { Format } from './format.ts'
export { type RefinementContext, requireExactlyOne } from './require-one-of.ts'
