/** Classifies the ground and weighs probabilities by the classes that people prefer. */
export { type Availability, computeAvailability } from './availability.ts'
export {
  type ClassShares,
  computeClassShares,
  findClassIndex,
  type GroundClass,
  groundClasses,
  unknownClasses,
} from './classes.ts'
export { computePreferences, type Preferences } from './preference.ts'
export { type WeightedGround, weighByGround } from './weigh-by-ground.ts'
