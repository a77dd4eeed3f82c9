/** Schemas of search-along-route, without the engine. Contracts import only this module. */
export { readMaxPlaces, SearchAlongRouteRequest } from './request.ts'
export { SearchAlongRouteFeatureCollection, SearchAlongRouteResponse } from './response.ts'
