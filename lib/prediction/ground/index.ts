/** The ground: its classes, their targets from counted finds, and raking towards these. */
export {
  type ClassShares,
  classIndexOf,
  classSharesOf,
  type GroundClass,
  groundClasses,
  unknownClasses,
} from './classes.ts'
export { type RakedGround, rakeByGround } from './rake-by-ground.ts'
export { type RakingInput, rake } from './raking.ts'
export { targetsOf } from './targets.ts'
