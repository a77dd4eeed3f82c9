/** The schemas of search-along-route, without the engine. Contracts import only this. */
export { maxPlacesOf, SearchAlongRouteRequest } from './request.ts'
export { SearchAlongRouteFeatureCollection, SearchAlongRouteResponse } from './response.ts'
