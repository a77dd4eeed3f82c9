/** Reads a query in words: what it asks for, and the slots as typed. Pure functions of the text. */

export { evidenceIn, type QueryEvidence } from './evidence.ts'
export { type IsName, nameCandidates } from './name-candidates.ts'
export {
  maxReadingSteps,
  type ReadQueryOptions,
  readQuery,
  readQueryWithPauses,
} from './read-query.ts'
export {
  type Avoidance,
  type ContourSlot,
  type Intent,
  intents,
  type PlaceRole,
  type PlaceSlot,
  type ReaderLanguage,
  type Reading,
  type RefusalReason,
  readerLanguages,
  type Slots,
  unanswerable,
} from './reading.ts'
export { warmReader } from './warm.ts'
