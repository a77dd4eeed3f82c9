export { type AddedWay, planSquares } from './plan-squares.ts'
export { toOutline } from './square-tags.ts'
