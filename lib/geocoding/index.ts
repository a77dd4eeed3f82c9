/** The geocoder: what places a text means, and what is at a point. */

export { type BatchContext, type BatchSearch, searchBatch } from './batch.ts'
export { findPlaces } from './find-places.ts'
export { notablePlacesWithin } from './notable-places.ts'
export type {
  AddressFields,
  FindContext,
  MatchType,
  PlacesQuery,
  SearchQuery,
  SearchResult,
  SearchScope,
} from './query.ts'
export { type AnswerOptions, answerPlace, answerPlaces } from './results/place-answer.ts'
export { type ReverseQuery, reverse } from './reverse/reverse.ts'
export { autocomplete, search } from './search.ts'
export { searchStructured } from './structured-search.ts'
export { prepare } from './warm.ts'
