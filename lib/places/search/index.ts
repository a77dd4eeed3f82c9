/** The geocoder: places for a text, at a point, around a point. */

import * as typing from './autocomplete.ts'
import { withWorkBudget } from './context.ts'
import * as places from './find-places.ts'
import * as along from './find-places-along.ts'
import * as texts from './search.ts'
import * as structured from './structured-search.ts'

// Each call has a work budget of its own; what the operations call among themselves shares it. Pure, so
// that bundles leave out the operations they do not use.
export const search = /* @__PURE__ */ withWorkBudget(texts.search)
export const autocomplete = /* @__PURE__ */ withWorkBudget(typing.autocomplete)
export const searchStructured = /* @__PURE__ */ withWorkBudget(structured.searchStructured)
export const findPlaces = /* @__PURE__ */ withWorkBudget(places.findPlaces)
export const findPlacesAlong = /* @__PURE__ */ withWorkBudget(along.findPlacesAlong)

export { type BatchContext, type BatchSearch, searchBatch, searchItem } from './batch.ts'
export type { SearchContext } from './context.ts'
export { alpha2Of, alpha3Of } from './country-codes.ts'
export { editDistance } from './fallback/edit-distance.ts'
export { SimilarTexts } from './fallback/similar-texts.ts'
export { partsOf, splitsOf } from './fallback/word-splits.ts'
export type { PlacesAlong, PlacesAlongQuery } from './find-places-along.ts'
export { geocodeFailed, namedPlaces, type TextToGeocode } from './geocode-failed.ts'
export { coordinatesIn } from './interpret/coordinates/coordinates.ts'
export { resolveShortPlusCode } from './interpret/coordinates/plus-codes.ts'
export { positionWithin } from './interpret/coordinates/position-within.ts'
export { countryNamed } from './interpret/country-names.ts'
export { nearPhraseOf } from './interpret/near-phrase.ts'
export { otherWordings } from './interpret/other-wordings.ts'
export { tokenize } from './interpret/tokenize.ts'
export { unitWords } from './interpret/unit-words.ts'
export { mergeResults, searchAll } from './merge-results.ts'
export { notablePlacesWithin } from './notable-places.ts'
export { placeById } from './place-by-id.ts'
export type { AddressFields, PlacesQuery, SearchQuery, SearchScope } from './query.ts'
export { withoutDuplicates } from './rank/dedupe.ts'
export { type AddressParts, addressLines } from './results/address-lines.ts'
export { countryNameIn } from './results/names.ts'
export { type RenderOptions, renderPlace, renderPlaces } from './results/render-places.ts'
export { corridorCells } from './retrieve/corridor-cells.ts'
export { firstDocIds, intersectionOf, iterateList } from './retrieve/posting-iterator.ts'
export { unionOf } from './retrieve/posting-union.ts'
export { type ReverseQuery, reverse } from './reverse/reverse.ts'
export type { MatchType, SearchResult } from './search-result.ts'
export { warmSearch } from './warm.ts'
