/** Schemas of find-and-route, without engine and search. Contracts import only this module. */
export { FindAndRouteRequest } from './request.ts'
export { FindAndRouteFeatureCollection, FindAndRouteResponse, maxAlternatives } from './response.ts'
