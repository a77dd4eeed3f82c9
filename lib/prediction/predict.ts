import { untimed } from '../concurrency/index.ts'
import { ApiError } from '../errors/index.ts'
import type { Band, Landscape } from '../landscape/index.ts'
import { cone } from './cone.ts'
import { confidenceOf } from './confidence.ts'
import { isEcoregionKnown } from './ecoregion.ts'
import { figures } from './figures/index.ts'
import { classIndexOf, groundClasses } from './ground/index.ts'
import { modelVersion } from './model-version.ts'
import { notesOf } from './notes.ts'
import type { Incident, Prediction, Profile } from './prediction.ts'
import { type PredictContext, type ProbabilityMap, probabilityMapOf } from './probability-map.ts'
import { regionsOf } from './regions.ts'
import { rank } from './score.ts'

/**
 * Ranks the hexagons of a search area by the probability that the missing person is in them.
 *
 * @throws ApiError `bad_request` for an area that is not valid, `area_outside_data` when nothing of it
 * is in the landscape, `service_unavailable` when the ground cannot be read; the signal's reason.
 */
export async function predict(
  landscape: Landscape,
  incident: Incident,
  context: PredictContext = {},
): Promise<Prediction> {
  const map = await probabilityMapOf(landscape, incident, context)
  const withoutData = outsideDataShare(map)
  if (withoutData === 1) throw outsideData(landscape)

  const { timed = untimed } = context
  return timed('ranking', () => rankedPrediction(landscape, incident, map, withoutData))
}

function rankedPrediction(
  landscape: Landscape,
  incident: Incident,
  map: ProbabilityMap,
  withoutData: number,
): Prediction {
  const { grid, probabilities } = map
  const outsideMass = incident.area.type === 'path' ? undefined : map.outsideMass
  const bearing = incident.initialBearingDegrees
  const inCone =
    bearing === undefined ? undefined : cone(grid, bearing, figures.cone.halfAngleDegrees.value)
  const kept = Array.from(probabilities.keys()).filter((hex) => !inCone || inCone[hex])
  const { order, scores } = rank(probabilities, kept)
  const coneRemovedMass = probabilities.reduce(
    (sum, probability, hex) => sum + (inCone?.[hex] === 0 ? probability : 0),
    0,
  )
  const { confidence, reasons } = confidenceOf({
    profile: incident.profile,
    ecoregion: map.ecoregion,
    isEcoregionKnown: isEcoregionKnown(map.facts),
    areaType: incident.area.type,
    insideMass: 1 - (outsideMass ?? 0),
    outsideDataShare: withoutData,
    missingLayers: missingLayers(landscape, map, incident.profile),
    isWeatherUnavailable: incident.weatherUnavailable ?? false,
    hasBearing: bearing !== undefined,
  })
  const ranked = Float64Array.from(order, (hex) => probabilities[hex]!)
  return {
    resolution: grid.resolution,
    ids: Array.from(order, (hex) => grid.ids[hex]!),
    lats: Float64Array.from(order, (hex) => grid.lats[hex]!),
    lons: Float64Array.from(order, (hex) => grid.lons[hex]!),
    probabilities: ranked,
    scores,
    ecoregion: map.ecoregion,
    outsideMass,
    coneRemovedMass,
    regions: regionsOf(ranked, grid.hexSquareMeters),
    confidence,
    notes: [...notesOf(incident, map, inCone && coneRemovedMass), ...reasons],
    modelVersion,
  }
}

/** Share of the hexagons entirely beyond the data. */
function outsideDataShare({ grid, ground }: ProbabilityMap): number {
  const width = groundClasses.length
  let without = 0
  for (let at = classIndexOf('no_data'); at < ground.shares.length; at += width) {
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

/** Names of the bands that count, for notes. */
const layerNames: Partial<Record<Band, string>> = {
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

/** The share of the hexagons without each layer. */
function missingLayers(
  landscape: Landscape,
  { ground, withoutHeight, grid }: ProbabilityMap,
  profile: Profile,
): { name: string; share: number }[] {
  const names = profile === 'despondent' ? { ...layerNames, scenic: 'scenic places' } : layerNames
  const whole = Object.entries(names)
    .filter(([band]) => landscape.missing.includes(band as Band))
    .map(([, name]) => ({ name, share: 1 }))
  let unmapped = 0
  const max = figures.confidence.unmappedGroundShare.value
  const width = groundClasses.length
  for (let hex = 0; hex < grid.ids.length; hex++) {
    if (ground.shares[hex * width + classIndexOf('unmapped')]! > max) unmapped++
  }
  return [
    ...whole,
    ...(landscape.missing.includes('land_cover')
      ? []
      : [{ name: 'land cover', share: unmapped / grid.ids.length }]),
    { name: 'heights', share: withoutHeight },
  ]
}
