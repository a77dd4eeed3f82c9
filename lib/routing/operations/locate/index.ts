export { locate, locateToGeojson, onRoadMeters } from './locate.ts'
