import type { Bounds } from '#ground/geo'
import type { Band, Landscape } from '#ground/landscape'
import { pause, untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { measureArea } from './area/index.ts'
import { markCone } from './cone.ts'
import { rateConfidence } from './confidence.ts'
import { computeReach } from './distance-bounds.ts'
import { isEcoregionKnown } from './ecoregion.ts'
import { figures } from './figures/index.ts'
import { findClassIndex, groundClasses } from './ground/index.ts'
import { modelVersion } from './model-version.ts'
import { listNotes, listProvisionalNotes } from './notes.ts'
import { HexCover, WorkLimit } from './overlay/index.ts'
import type { HexGrid, Incident, Prediction, SegmentProbability } from './prediction.ts'
import {
  computeProbabilityMap,
  type PredictContext,
  type ProbabilityMap,
} from './probability-map.ts'
import { selectRegions } from './regions.ts'
import { rank } from './score.ts'
import { SearchedGround, type SearchUpdate, updateProbabilities } from './searched.ts'
import { computeSegmentProbability } from './segments.ts'

/**
 * Ranks the hexagons of a search area by the probability that the missing person is in them.
 *
 * @throws ApiError `bad_request` for an invalid area, `area_outside_data` when the landscape covers no part of it,
 * `service_unavailable` when the ground cannot be read. An aborted signal throws its reason.
 */
export async function predict(
  landscape: Landscape,
  incident: Incident,
  context: PredictContext = {},
): Promise<Prediction> {
  const map = await computeProbabilityMap(landscape, incident, context)
  const withoutData = outsideDataShare(map)
  if (withoutData === 1) throw createOutsideDataError(landscape, incident)

  const { timed = untimed, signal } = context
  const posterior = timed('searches', () => computePosterior(incident, map))
  await pause(signal)
  const prediction = timed('ranking', () =>
    buildPrediction(landscape, incident, map, posterior, withoutData),
  )
  const { cover } = posterior
  if (!incident.segments || !cover) return prediction
  const segments = await timed('segments', () =>
    computeSegments(incident, map, { ...posterior, cover }, signal),
  )
  return { ...prediction, segments }
}

/** Probabilities after the searches, if there were any. */
interface Posterior {
  /** Set when the incident has searches or segments. */
  cover?: HexCover
  searched?: SearchedGround
  update?: SearchUpdate
  probabilities: Float64Array
  outsideMass: number
}

function computePosterior({ searches, segments }: Incident, map: ProbabilityMap): Posterior {
  const { grid, probabilities, outsideMass } = map
  if (!searches && !segments) return { probabilities, outsideMass }
  const limit = new WorkLimit()
  const cover = new HexCover(grid, limit)
  if (!searches) return { cover, probabilities, outsideMass }
  const searched = new SearchedGround(searches, grid, cover, limit)
  const update = updateProbabilities(probabilities, outsideMass, searched.notFound)
  return { cover, searched, update, ...update }
}

async function computeSegments(
  incident: Incident,
  { grid }: ProbabilityMap,
  { cover, searched, probabilities }: Posterior & { cover: HexCover },
  signal?: AbortSignal,
): Promise<SegmentProbability[]> {
  const isResult = markIncidentCone(incident, grid)
  const found: SegmentProbability[] = []
  for (const segment of incident.segments ?? []) {
    found.push(
      computeSegmentProbability(segment, grid, cover, probabilities, { searched, isResult }),
    )
    await pause(signal)
  }
  return found
}

function markIncidentCone({ initialBearingDegrees: bearing }: Incident, grid: HexGrid) {
  return bearing === undefined
    ? undefined
    : markCone(grid, bearing, figures.cone.halfAngleDegrees.value)
}

function buildPrediction(
  landscape: Landscape,
  incident: Incident,
  map: ProbabilityMap,
  { searched, update, probabilities, outsideMass: massBeyond }: Posterior,
  withoutData: number,
): Prediction {
  const { grid } = map
  const isOutsideKnown = incident.area.type !== 'path' || massBeyond === 1
  const outsideMass = isOutsideKnown ? massBeyond : undefined
  const bearing = incident.initialBearingDegrees
  const inCone = markIncidentCone(incident, grid)
  const kept = Array.from(probabilities.keys()).filter((hex) => !inCone || inCone[hex])
  const { order, scores } = rank(probabilities, kept)
  const coneRemovedMass = probabilities.reduce(
    (sum, probability, hex) => sum + (inCone?.[hex] === 0 ? probability : 0),
    0,
  )
  const { confidence, reasons } = rateConfidence({
    profile: incident.profile,
    ecoregion: map.ecoregion,
    isEcoregionKnown: isEcoregionKnown(map.facts),
    areaType: incident.area.type,
    insideMass: 1 - map.outsideMass,
    outsideDataShare: withoutData,
    missingLayers: listMissingLayers(landscape, map),
    isWeatherUnavailable: map.terms.weather && (incident.weatherUnavailable ?? false),
    hasBearing: bearing !== undefined,
    isReachAssumed: computeReach(incident) !== undefined,
    misplacedOrigin: map.misplacedOrigin,
  })
  const ranked = Float64Array.from(order, (hex) => probabilities[hex]!)
  return {
    resolution: grid.resolution,
    hexSquareMeters: grid.hexSquareMeters,
    ids: Array.from(order, (hex) => grid.ids[hex]!),
    lats: Float64Array.from(order, (hex) => grid.lats[hex]!),
    lons: Float64Array.from(order, (hex) => grid.lons[hex]!),
    probabilities: ranked,
    scores,
    ecoregion: map.ecoregion,
    ecoregionWeights: map.ecoregionWeights,
    outsideMass,
    coneRemovedMass,
    regions: selectRegions(ranked, grid.hexSquareMeters),
    confidence,
    suggestedOrigin: map.misplacedOrigin?.nearestGround,
    successProbability: update?.successProbability,
    notes: [
      ...listNotes(incident, map, { coneRemovedMass: inCone && coneRemovedMass, searched, update }),
      ...reasons,
      ...listProvisionalNotes(incident, map),
    ],
    modelVersion,
  }
}

/** Returns the share of hexagons that lie entirely outside the data. */
function outsideDataShare({ grid, ground }: ProbabilityMap): number {
  const width = groundClasses.length
  let without = 0
  for (let at = findClassIndex('no_data'); at < ground.shares.length; at += width) {
    if (ground.shares[at]! > 1 - 1e-9) without++
  }
  return without / grid.ids.length
}

function createOutsideDataError({ bounds }: Landscape, { area }: Incident): ApiError {
  const figure = (degrees: number) => degrees.toFixed(3)
  const box =
    `latitude ${figure(bounds.min_lat)} to ${figure(bounds.max_lat)}, ` +
    `longitude ${figure(bounds.min_lon)} to ${figure(bounds.max_lon)}`
  const { lat, lon } = measureArea(area).middle
  const isSwapped = !isInBounds(bounds, lat, lon) && isInBounds(bounds, lon, lat)
  const hint = isSwapped ? ' With lat and lng swapped it would lie inside.' : ''
  return new ApiError(
    'area_outside_data',
    `The area lies outside the data of this region, which is within ${box}.${hint}`,
  )
}

/** Returns whether bounds contain a position; bounds across the antimeridian have longitudes beyond 180. */
function isInBounds({ min_lat, max_lat, min_lon, max_lon }: Bounds, lat: number, lon: number) {
  const isWithin = (degrees: number) => degrees >= min_lon && degrees <= max_lon
  return lat >= min_lat && lat <= max_lat && (isWithin(lon) || isWithin(lon + 360))
}

/** Names in notes of the bands that the model uses. */
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

/** Returns the share of hexagons without each layer. */
function listMissingLayers(
  landscape: Landscape,
  { ground, withoutHeight, grid }: ProbabilityMap,
): { name: string; share: number }[] {
  const whole = Object.entries(layerNames)
    .filter(([band]) => landscape.missing.includes(band as Band))
    .map(([, name]) => ({ name, share: 1 }))
  let unmapped = 0
  const max = figures.confidence.unmappedGroundShare.value
  const width = groundClasses.length
  for (let hex = 0; hex < grid.ids.length; hex++) {
    if (ground.shares[hex * width + findClassIndex('unmapped')]! > max) unmapped++
  }
  return [
    ...whole,
    ...(landscape.missing.includes('land_cover')
      ? []
      : [{ name: 'land cover', share: unmapped / grid.ids.length }]),
    { name: 'heights', share: withoutHeight },
  ]
}
