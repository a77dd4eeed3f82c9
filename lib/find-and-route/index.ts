export { foundRouteToGeojson } from './geojson.ts'
export { type FindAndRouteContext, routeToPlace, searchSize } from './route-to-place.ts'
