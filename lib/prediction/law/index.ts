/** How far people are found from where they were last seen, and what that makes of hexagons. */
export { type Masses, massesOf } from './masses.ts'
export { probit } from './normal.ts'
export { type RadialLaw, radialLaw } from './radial-law.ts'
