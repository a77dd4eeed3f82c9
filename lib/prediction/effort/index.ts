/** How hard it is to get from the origin to each hexagon. */
export { effortRatios } from './effort.ts'
