/** The schemas and texts of the API: the only part of geocoding that contracts import. */
export {
  type AddressParameters,
  addressFieldsOf,
  addressLine,
  withoutAddress,
} from './address-fields.ts'
export { BatchItem, BatchRequest, maxBatchItems } from './batch-request.ts'
export { CountryCode, CountryCodes, Languages, PlaceTypes, ServedRegion } from './codes.ts'
export { echoOf } from './echo.ts'
export { ParseRequest } from './parse-request.ts'
export { Coordinates, PlaceSchema, type RenderedPlace } from './place.ts'
export { PlaceByIdRequest } from './place-by-id-request.ts'
export { PlacesRequest } from './places-request.ts'
export { wholeParameter } from './query-values.ts'
export {
  BatchResponse,
  ParseResponse,
  PlaceByIdResponse,
  PlacesResponse,
  ReverseResponse,
  SearchResponse,
} from './response.ts'
export { ReverseRequest, radiusMetersOf } from './reverse-request.ts'
export { maxResults, scopeOf, typesOf } from './scope.ts'
export { AutocompleteRequest, SearchRequest } from './search-request.ts'
export { StructuredSearchRequest } from './structured-request.ts'
