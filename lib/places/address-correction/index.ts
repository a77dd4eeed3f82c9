/** Corrects addresses against the gazetteer, and itemises what changed. */
export { correctAddress } from './correct-address.ts'
export { correctAddresses } from './correct-addresses.ts'
export {
  type CorrectedAddress,
  type CorrectedComponents,
  type CorrectedField,
  type Correction,
  type CorrectionType,
  correctedFields,
  correctionTypes,
  type GivenAddress,
  wasRead,
} from './corrected-address.ts'
export { warmCorrection } from './warm.ts'
