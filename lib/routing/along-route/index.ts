/** Places along a route, with the detour that each adds. */
export { alongRouteToGeojson } from './geojson.ts'
export { searchAlongRoute } from './search-along-route.ts'
