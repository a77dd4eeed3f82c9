import { untimed } from '../concurrency/index.ts'
import { ApiError } from '../errors/index.ts'
import type { Band, Landscape } from '../landscape/index.ts'
import { groundClasses, indexOf } from './classes.ts'
import { cone } from './cone.ts'
import { confidenceOf } from './confidence.ts'
import { isEcoregionKnown } from './ecoregion.ts'
import { type Field, type FieldContext, fieldOf } from './field.ts'
import { figures } from './figures.ts'
import { notesOf } from './notes.ts'
import type { Case, Prediction, Profile } from './prediction.ts'
import { rank } from './score.ts'
import { modelVersion } from './version.ts'

/**
 * Where somebody is likely to be: the hexagons of an area with their probabilities, best first.
 *
 * @throws ApiError `bad_request` for an area that is not valid, `area_outside_data` when nothing of it
 * is in the landscape, `service_unavailable` when the ground cannot be read; the signal's reason.
 */
export async function predict(
  landscape: Landscape,
  one: Case,
  context: FieldContext = {},
): Promise<Prediction> {
  const field = await fieldOf(landscape, one, context)
  const withoutData = outsideDataShare(field)
  if (withoutData === 1) throw outsideData(landscape)

  const { timed = untimed } = context
  return timed('ranking', () => rankedPrediction(landscape, one, field, withoutData))
}

function rankedPrediction(
  landscape: Landscape,
  one: Case,
  field: Field,
  withoutData: number,
): Prediction {
  const { grid, masses, outsideMass } = field
  const bearing = one.initialBearingDegrees
  const inCone =
    bearing === undefined ? undefined : cone(grid, bearing, figures.cone.halfAngleDegrees.value)
  const kept = Array.from(masses.keys()).filter((hex) => !inCone || inCone[hex])
  const { order, scores } = rank(masses, kept)
  const coneRemovedMass = masses.reduce(
    (sum, mass, hex) => sum + (inCone?.[hex] === 0 ? mass : 0),
    0,
  )
  const { confidence, reasons } = confidenceOf({
    profile: one.profile,
    ecoregion: field.ecoregion,
    isEcoregionKnown: isEcoregionKnown(field.facts),
    areaType: one.area.type,
    insideMass: 1 - outsideMass,
    outsideDataShare: withoutData,
    missingLayers: missingLayers(landscape, field, one.profile),
    isWeatherUnavailable: one.weatherUnavailable ?? false,
    hasBearing: bearing !== undefined,
  })
  return {
    resolution: grid.resolution,
    ids: Array.from(order, (hex) => grid.ids[hex]!),
    lats: Float64Array.from(order, (hex) => grid.lats[hex]!),
    lngs: Float64Array.from(order, (hex) => grid.lngs[hex]!),
    probabilities: Float64Array.from(order, (hex) => masses[hex]!),
    scores,
    ecoregion: field.ecoregion,
    outsideMass,
    coneRemovedMass,
    confidence,
    notes: [...notesOf(one, field, inCone && coneRemovedMass), ...reasons],
    modelVersion,
  }
}

/** Share of the hexagons of which nothing is in the data. */
function outsideDataShare({ grid, ground }: Field): number {
  const width = groundClasses.length
  let without = 0
  for (let at = indexOf('no_data'); at < ground.shares.length; at += width) {
    if (ground.shares[at]! > 1 - 1e-9) without++
  }
  return without / grid.ids.length
}

function outsideData({ bounds }: Landscape): ApiError {
  const figure = (degrees: number) => degrees.toFixed(3)
  const box =
    `latitude ${figure(bounds.min_lat)} to ${figure(bounds.max_lat)}, ` +
    `longitude ${figure(bounds.min_lon)} to ${figure(bounds.max_lon)}`
  return new ApiError(
    'area_outside_data',
    `The area lies outside the data of this region, which is within ${box}.`,
  )
}

/** What the bands that count are called. */
const layers: Partial<Record<Band, string>> = {
  land_cover: 'land cover',
  road: 'roads',
  path: 'paths',
  water: 'open water',
  drainage: 'streams and ditches',
  structure: 'buildings',
  wood_edge: 'wood edges',
  linear: 'lines such as walls and fences',
  barrier: 'barriers',
}

/** By layer the share of the hexagons that it is missing for. */
function missingLayers(
  landscape: Landscape,
  { ground, withoutHeight, grid }: Field,
  profile: Profile,
): { name: string; share: number }[] {
  const counting = profile === 'despondent' ? { ...layers, scenic: 'scenic places' } : layers
  const whole = Object.entries(counting)
    .filter(([band]) => landscape.missing.includes(band as Band))
    .map(([, name]) => ({ name, share: 1 }))
  let unmapped = 0
  const most = figures.confidence.unmappedGroundShare.value
  const width = groundClasses.length
  for (let hex = 0; hex < grid.ids.length; hex++) {
    // Where most of the ground between roads and buildings has no kind.
    if (ground.shares[hex * width + indexOf('unmapped')]! > most) unmapped++
  }
  return [
    ...whole,
    ...(landscape.missing.includes('land_cover')
      ? []
      : [{ name: 'land cover', share: unmapped / grid.ids.length }]),
    { name: 'heights', share: withoutHeight },
  ]
}
