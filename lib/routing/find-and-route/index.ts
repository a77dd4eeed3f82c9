export { foundRouteToGeojson } from './geojson.ts'
export { type FindAndRouteContext, routeToPlace } from './route-to-place.ts'
