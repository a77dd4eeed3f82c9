import { type LatLon, makeRounder, roundCoordinate } from '#ground/geo'
import { measureArea } from './area/index.ts'
import type { Incident, Prediction, SegmentProbability } from './prediction.ts'
import type { PredictResponse } from './schemas/index.ts'

/** Number of hexagons in `top_results`. */
const topCount = 50

/** Six decimals, to match the six digits of the probabilities: together they add up to 1 within 2e-6. */
const roundShare = makeRounder(6)
const roundArea = makeRounder(3)
/** Four decimals, because a hexagon of resolution 11 covers 0.002 km2. */
const roundRegionArea = makeRounder(4)
const roundMilliseconds = makeRounder(1)

export interface ResponseFacts {
  /** Processing time, milliseconds. */
  milliseconds: number
  /** Attribution of the ground and of the weather lookup. */
  attributions: readonly (string | undefined)[]
}

/** Converts a prediction to the response of the operation. */
export function toPredictResponse(
  incident: Incident,
  prediction: Prediction,
  { milliseconds, attributions }: ResponseFacts,
): PredictResponse {
  const { ids, scores, probabilities, lats, lons } = prediction
  const results = ids.map((hex, i) => ({
    hex,
    score: scores[i]!,
    probability: roundProbability(probabilities[i]!),
  }))
  return {
    profile: incident.profile,
    model_version: prediction.modelVersion,
    results,
    top_results: results.slice(0, topCount).map((result, i) => ({
      ...result,
      lat: roundCoordinate(lats[i]!),
      lng: roundCoordinate(lons[i]!),
    })),
    summary: {
      hex_count: ids.length,
      processing_time_ms: roundMilliseconds(milliseconds),
      resolution: prediction.resolution,
      area_km2: roundArea(measureArea(incident.area).squareMeters / 1e6),
      ...summariseOutsideMass(prediction),
      cone_removed_mass: roundShare(prediction.coneRemovedMass),
      regions: prediction.regions.map(({ percent, hexes, squareMeters, probability }) => ({
        percent,
        hexes,
        area_km2: roundRegionArea(squareMeters / 1e6),
        probability: roundShare(probability),
      })),
      ...(prediction.segments && { segments: prediction.segments.map(summariseSegment) }),
      ...(prediction.successProbability !== undefined && {
        searched: {
          searches: incident.searches!.length,
          probability_of_success: roundShare(prediction.successProbability),
        },
      }),
      ...(prediction.suggestedOrigin && { suggested_origin: toPoint(prediction.suggestedOrigin) }),
      ecoregion: prediction.ecoregion,
      weather: summariseWeather(incident),
      notes: [...prediction.notes],
    },
    confidence: prediction.confidence,
    attribution: attributions.filter((credit) => credit).join('; '),
  }
}

function summariseOutsideMass({
  outsideMass,
}: Prediction): Pick<PredictResponse['summary'], 'outside_mass' | 'outside_mass_reason'> {
  if (outsideMass !== undefined) return { outside_mass: roundShare(outsideMass) }
  return {
    outside_mass: null,
    outside_mass_reason:
      'How many people leave a path altogether is not known. All probabilities are shares of those who are within the corridor.',
  }
}

function summariseSegment({
  name,
  probability,
  squareMeters,
  insideSquareMeters,
}: SegmentProbability): NonNullable<PredictResponse['summary']['segments']>[number] {
  const density = insideSquareMeters > 0 ? (probability / insideSquareMeters) * 1e6 : 0
  return {
    name,
    probability: roundProbability(probability),
    area_km2: roundRegionArea(squareMeters / 1e6),
    inside_km2: roundRegionArea(insideSquareMeters / 1e6),
    density_per_km2: roundProbability(density),
  }
}

function toPoint({ lat, lon }: LatLon): { lat: number; lng: number } {
  return { lat: roundCoordinate(lat), lng: roundCoordinate(lon) }
}

/**
 * Rounds to six significant digits, which changes a probability of any size by less than a hundred-thousandth of
 * itself.
 */
function roundProbability(probability: number): number {
  return Number(probability.toPrecision(6))
}

function summariseWeather({
  weather,
  weatherSource,
}: Incident): PredictResponse['summary']['weather'] {
  if (!weather) return { source: weatherSource }
  return {
    source: weatherSource,
    temperature_c: weather.temperatureC,
    precipitation_mmh: weather.precipitationMmPerHour,
    wind_speed_mps: weather.windSpeedMetersPerSecond,
    wind_direction_deg: weather.windDirectionDegrees,
  }
}
