import type { PlaceType } from '../../gazetteer/index.ts'
import type { AreaField, InterpretedFields } from '../interpret/address-fields.ts'
import type { Interpretation } from '../interpret/interpretations.ts'

/** One fallback step: what to look for, and which fields are left out. */
export interface StructuredStep {
  interpretations: readonly Interpretation[]
  /** Only places of these types, the likeliest first; undefined for all. */
  types?: readonly PlaceType[]
  /** Given fields that are left out. */
  dropped: readonly AreaField[]
  /** The request names something narrower than this step looks for. */
  wider: boolean
}

/**
 * Fallback steps in order: the street with all fields; without the postcode, which is most often wrong or
 * missing in the data; without neighbourhood and borough; with fewer fields, down to one. Then the areas,
 * narrowest first, each with the wider ones; each area alone; last the street anywhere, if the data has
 * none of the areas.
 */
export function structuredSteps({ targets, areas }: InterpretedFields): StructuredStep[] {
  const hasStreet = targets.length > 0
  const streetStep = (kept: readonly AreaField[]): StructuredStep => ({
    interpretations: targets.map((target) => ({
      ...target,
      terms: [...target.terms, ...kept.flatMap(({ terms }) => terms)],
    })),
    dropped: areas.filter((area) => !kept.includes(area)),
    wider: false,
  })
  const streetSteps = hasStreet ? areaCombinations(areas).map(streetStep) : []
  const areaSteps = areas.map((area, i) =>
    areaStep(area, { around: areas.slice(i + 1), dropped: [], wider: hasStreet || i > 0 }),
  )
  // The last area step has tried the widest area alone.
  const singleSteps = areas
    .slice(0, -1)
    .map((area, i) => areaStep(area, { around: [], dropped: areas.slice(i + 1), wider: true }))
  const anywhere = hasStreet && areas.length > 0 ? [streetStep([])] : []
  return [...streetSteps, ...areaSteps, ...singleSteps, ...anywhere]
}

function areaStep(
  { terms, types }: AreaField,
  {
    around,
    ...step
  }: { around: readonly AreaField[]; dropped: readonly AreaField[]; wider: boolean },
): StructuredStep {
  const named = terms.map((term) => ({ ...term, role: 'name' as const }))
  const interpretation = { terms: [...named, ...around.flatMap((area) => area.terms)] }
  return { interpretations: [interpretation], types, ...step }
}

/** The area fields to keep with the street, in the order to try. */
function areaCombinations(areas: readonly AreaField[]): (readonly AreaField[])[] {
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
  const usable = steps.filter((kept) => kept.length > 0 || areas.length === 0)
  return [...new Map(usable.map((kept) => [namesOf(kept), kept])).values()]
}

function namesOf(areas: readonly AreaField[]): string {
  return areas.map(({ name }) => name).join()
}
