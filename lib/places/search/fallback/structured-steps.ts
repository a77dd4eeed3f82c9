import type { PlaceType } from '#places/gazetteer'
import type { AreaField, InterpretedFields } from '../interpret/address-fields.ts'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'

/** One fallback step: what to look for, and which fields are left out. */
export interface StructuredStep {
  interpretations: readonly Interpretation[]
  /** Only places of these types, the likeliest first; undefined for all. */
  types?: readonly PlaceType[]
  /** Only places with houses and exactly this name. */
  isVillage?: true
  /** Given fields that are left out. */
  dropped: readonly AreaField[]
  /** A part of the address is left out. */
  isPart?: true
  /** The request names something narrower than this step looks for. */
  wider: boolean
}

/**
 * Fallback steps in order: the street with all fields; with the last parts of the address as its area; without the postcode, which is most often wrong or
 * missing in the data; without neighbourhood and borough; with fewer fields, down to one; the same with a
 * part of the address. Then the areas, narrowest first, each with the wider ones; each area alone; last the
 * street anywhere, if the data has none of the areas.
 */
export function structuredSteps({
  targets,
  placedTargets,
  partTargets,
  hasTarget,
  houseNumber,
  areas,
}: InterpretedFields): StructuredStep[] {
  const partSteps = streetSteps(partTargets, areas).map(
    (step): StructuredStep => ({ ...step, isPart: true, wider: true }),
  )
  const areaSteps = areas.map((area, i) =>
    areaStep(area, { around: areas.slice(i + 1), dropped: [], wider: hasTarget || i > 0 }),
  )
  // The last area step has tried the widest area alone.
  const singleSteps = areas
    .slice(0, -1)
    .map((area, i) => areaStep(area, { around: [], dropped: areas.slice(i + 1), wider: true }))
  const anywhere = targets.length > 0 && areas.length > 0 ? [streetStep(targets, areas, [])] : []
  return [
    ...(houseNumber === undefined ? [] : villageSteps(houseNumber, areas)),
    ...streetSteps(targets, areas),
    ...streetSteps(placedTargets, areas),
    ...partSteps,
    ...areaSteps,
    ...singleSteps,
    ...anywhere,
  ]
}

const settlements: readonly AreaField['name'][] = ['neighbourhood', 'borough', 'locality']

/** The houses of a village without street names, which the index has under the name of the village. */
function villageSteps(houseNumber: string, areas: readonly AreaField[]): StructuredStep[] {
  const village = areas.find(({ name }) => settlements.includes(name))
  if (!village) return []
  const around = areas.filter((area) => area !== village)
  return streetSteps([{ terms: named(village.terms), houseNumber }], around).map(
    (step): StructuredStep => ({ ...step, isVillage: true }),
  )
}

function streetSteps(
  targets: readonly Interpretation[],
  areas: readonly AreaField[],
): StructuredStep[] {
  if (targets.length === 0) return []
  return areaCombinations(areas).map((kept) => streetStep(targets, areas, kept))
}

function streetStep(
  targets: readonly Interpretation[],
  areas: readonly AreaField[],
  kept: readonly AreaField[],
): StructuredStep {
  return {
    interpretations: targets.map((target) => ({
      ...target,
      terms: [...target.terms, ...kept.flatMap(({ terms }) => terms)],
    })),
    dropped: areas.filter((area) => !kept.includes(area)),
    wider: false,
  }
}

function named(terms: readonly QueryTerm[]): QueryTerm[] {
  return terms.map((term) => ({ ...term, role: 'name' as const }))
}

function areaStep(
  { terms, types }: AreaField,
  {
    around,
    ...step
  }: { around: readonly AreaField[]; dropped: readonly AreaField[]; wider: boolean },
): StructuredStep {
  const interpretation = { terms: [...named(terms), ...around.flatMap((area) => area.terms)] }
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
