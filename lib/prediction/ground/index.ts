/** The ground: its classes, what people prefer of them, and probabilities weighed by that. */
export { type Availability, availabilityOf } from './availability.ts'
export {
  type ClassShares,
  classIndexOf,
  classSharesOf,
  type GroundClass,
  groundClasses,
  unknownClasses,
} from './classes.ts'
export { type Preferences, preferencesOf } from './preference.ts'
export { type WeightedGround, weighByGround } from './weigh-by-ground.ts'
