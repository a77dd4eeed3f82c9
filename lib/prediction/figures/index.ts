import { availability } from './availability.ts'
import { confidence } from './confidence.ts'
import { ecoregion, radial } from './distances.ts'
import { effort } from './effort.ts'
import { cone, findShares, finds, score } from './finds.ts'
import { age, darkness, scale, terms, weather } from './terms.ts'

export { type IncidentTerrain, incidentTerrains } from './availability.ts'
export type { EvidenceCode, Figure } from './figure.ts'
export { type CountedClass, type FindClass, findClasses } from './finds.ts'
export type { TermName, TermPolicy } from './terms.ts'

/**
 * Every constant of the model with its unit, source and evidence code. The model version contains a fingerprint of
 * this table, so changing any key, value, unit or source changes the version.
 */
export const figures = freezeDeep({
  radial,
  ecoregion,
  findShares,
  availability,
  finds,
  effort,
  terms,
  age,
  weather,
  darkness,
  scale,
  cone,
  score,
  confidence,
})

function freezeDeep<Table>(table: Table): Table {
  if (typeof table !== 'object' || table === null || Object.isFrozen(table)) return table
  for (const entry of Object.values(table)) freezeDeep(entry)
  return Object.freeze(table)
}
