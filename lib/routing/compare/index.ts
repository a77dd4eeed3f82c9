export { compareModes, comparisonToGeojson } from './compare.ts'
