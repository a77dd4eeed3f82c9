export { optimizedToGeojson, optimizeStops } from './optimize.ts'
