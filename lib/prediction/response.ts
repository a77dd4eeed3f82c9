import { type LatLon, roundCoordinate, rounder } from '#ground/geo'
import { measureArea } from './area/index.ts'
import type { Incident, Prediction, SegmentProbability } from './prediction.ts'
import type { PredictResponse } from './schemas/index.ts'

/** Hexagons in `top_results`. */
const topCount = 50

/** Six decimals, as the probabilities have six digits: together they are 1 to within 2e-6. */
const roundShare = rounder(6)
const roundArea = rounder(3)
/** A hexagon of resolution 11 has 0.002 km2. */
const roundRegionArea = rounder(4)
const roundMilliseconds = rounder(1)

export interface ResponseFacts {
  /** Processing time. */
  milliseconds: number
  /** Attribution of the ground and of the weather lookup. */
  attributions: readonly (string | undefined)[]
}

/** A prediction as the response of the operation. */
export function predictResponse(
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
      ...outsideMass(prediction),
      cone_removed_mass: roundShare(prediction.coneRemovedMass),
      regions: prediction.regions.map(({ percent, hexes, squareMeters, probability }) => ({
        percent,
        hexes,
        area_km2: roundRegionArea(squareMeters / 1e6),
        probability: roundShare(probability),
      })),
      ...(prediction.segments && { segments: prediction.segments.map(segmentSummary) }),
      ...(prediction.successProbability !== undefined && {
        searched: {
          searches: incident.searches!.length,
          probability_of_success: roundShare(prediction.successProbability),
        },
      }),
      ...(prediction.suggestedOrigin && { suggested_origin: pointOf(prediction.suggestedOrigin) }),
      ecoregion: prediction.ecoregion,
      weather: weatherSummary(incident),
      notes: [...prediction.notes],
    },
    confidence: prediction.confidence,
    attribution: attributions.filter((credit) => credit).join('; '),
  }
}

function outsideMass({
  outsideMass,
}: Prediction): Pick<PredictResponse['summary'], 'outside_mass' | 'outside_mass_reason'> {
  if (outsideMass !== undefined) return { outside_mass: roundShare(outsideMass) }
  return {
    outside_mass: null,
    outside_mass_reason:
      'How many people leave a path altogether is not known. All probabilities are shares of those who are within the corridor.',
  }
}

function segmentSummary({
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

function pointOf({ lat, lon }: LatLon): { lat: number; lng: number } {
  return { lat: roundCoordinate(lat), lng: roundCoordinate(lon) }
}

/** Six significant digits: a probability of any size is rounded by at most a millionth of itself. */
function roundProbability(probability: number): number {
  return Number(probability.toPrecision(6))
}

function weatherSummary({
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
