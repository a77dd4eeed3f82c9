/** The geocoder: what places a text means, and what is at a point. */

export { type BatchContext, type BatchSearch, searchBatch } from './batch.ts'
export type {
  AddressFields,
  FindContext,
  MatchType,
  PlacesQuery,
  SearchQuery,
  SearchResult,
  SearchScope,
} from './finding.ts'
export { type AnswerOptions, answerPlace, answerPlaces } from './results/index.ts'
export { type ReverseQuery, reverse } from './reverse.ts'
export { autocomplete, findPlaces, prepare, search, searchStructured } from './search/index.ts'
export { notablePlacesWithin } from './within.ts'
