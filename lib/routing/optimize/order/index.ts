export type { CostTable } from './costs.ts'
export { visitOrder } from './visit-order.ts'
