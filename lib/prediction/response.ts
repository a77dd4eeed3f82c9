import { roundCoordinate, rounder } from '../geo/index.ts'
import { measureArea } from './area/index.ts'
import type { Incident, Prediction } from './prediction.ts'
import type { PredictResponse } from './schemas/index.ts'

/** Hexagons in `top_results`. */
const topCount = 50

const roundShare = rounder(4)
const roundArea = rounder(3)
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
  const { ids, scores, lats, lons } = prediction
  const results = ids.map((hex, i) => ({ hex, score: scores[i]! }))
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
      outside_mass: roundShare(prediction.outsideMass),
      cone_removed_mass: roundShare(prediction.coneRemovedMass),
      ecoregion: prediction.ecoregion,
      weather: weatherSummary(incident),
      notes: [...prediction.notes],
    },
    confidence: prediction.confidence,
    attribution: attributions.filter((credit) => credit).join('; '),
  }
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
