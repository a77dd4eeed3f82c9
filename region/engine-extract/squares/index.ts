export { type AddedWay, planSquares } from './plan-squares.ts'
export { asOutline } from './square-tags.ts'
