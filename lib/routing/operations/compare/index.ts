export { compareModes, comparisonToGeojson } from './compare.ts'
export { type ComparedRoutes, compareRoutes } from './comparison.ts'
