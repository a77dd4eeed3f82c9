/** The schemas of find-and-route, without engine and search: the only part that contracts import. */
export { FindAndRouteRequest } from './request.ts'
export { FindAndRouteFeatureCollection, FindAndRouteResponse, maxAlternatives } from './response.ts'
