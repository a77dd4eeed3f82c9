import type { PlaceType } from '../../gazetteer/index.ts'
import type { AreaField, Fields } from '../interpret/address-fields.ts'
import type { Reading } from '../interpret/interpretations.ts'

/** One step down the ladder: what a place must be, and what was left out for it. */
export interface Attempt {
  readings: readonly Reading[]
  /** Only these, the likeliest first; undefined for all. */
  types?: readonly PlaceType[]
  /** Fields that were given and are not asked for here. */
  dropped: readonly AreaField[]
  /** Something narrower was asked for. */
  wider: boolean
}

/**
 * What to look for in turn. The street with all fields; without the postcode, which is the likeliest to
 * be wrong or not in the data; without the parts of the town; with the town alone. Then the areas from the
 * narrowest to the widest, each with those around it, and at last each by itself.
 */
export function attemptsOf({ targets, areas }: Fields): Attempt[] {
  const attempts: Attempt[] = []
  const wider = targets.length > 0
  for (const kept of wider ? reductions(areas) : []) {
    const where = kept.flatMap(({ slots }) => slots)
    const readings = targets.map((target) => ({ ...target, slots: [...target.slots, ...where] }))
    attempts.push({ readings, dropped: areas.filter((area) => !kept.includes(area)), wider: false })
  }
  for (const [i, area] of areas.entries()) {
    attempts.push(areaAttempt(area, areas.slice(i + 1), [], wider || i > 0))
  }
  for (const [i, area] of areas.entries()) {
    const around = areas.slice(i + 1)
    if (around.length > 0) attempts.push(areaAttempt(area, [], around, true))
  }
  return attempts
}

function areaAttempt(
  { slots, types }: AreaField,
  around: readonly AreaField[],
  dropped: readonly AreaField[],
  wider: boolean,
): Attempt {
  const own = slots.map((slot) => ({ ...slot, role: 'name' as const }))
  const readings = [{ slots: [...own, ...around.flatMap((area) => area.slots)] }]
  return { readings, types, dropped, wider }
}

/** The fields that are kept, fewer each time. */
function reductions(areas: readonly AreaField[]): (readonly AreaField[])[] {
  const without = (...names: AreaField['name'][]) =>
    areas.filter(({ name }) => !names.includes(name))
  const steps = [
    areas,
    without('postalcode'),
    without('neighbourhood', 'borough'),
    without('county', 'region'),
    without('postalcode', 'neighbourhood', 'borough'),
    without('postalcode', 'neighbourhood', 'borough', 'county', 'region'),
    areas.filter(({ name }) => name === 'postalcode'),
  ]
  // Without any field a street could be anywhere.
  const usable = steps.filter((kept) => kept.length > 0 || areas.length === 0)
  return [...new Map(usable.map((kept) => [namesOf(kept), kept])).values()]
}

function namesOf(areas: readonly AreaField[]): string {
  return areas.map(({ name }) => name).join()
}
