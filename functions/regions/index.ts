/** Which region answers a call, where a process serves several. */
export { askedRegion, checkAskedRegion } from './asked-region.ts'
export { byNames } from './by-names.ts'
export { byPoints, candidatesOf, type RegionChoice } from './by-points.ts'
export { everyRegion, type Regional } from './every-region.ts'
export { regionEndpoint } from './region-endpoint.ts'
export { acrossRegions, type RegionExtent, regionsOfPoints } from './region-of-points.ts'
export { searchEach } from './search-each.ts'
