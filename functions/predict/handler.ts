import { endpoint } from '../../lib/api/index.ts'
import { ApiError, MissingDataError, unavailable } from '../../lib/errors/index.ts'
import {
  caseOf,
  predictAnswer,
  predict as predictCase,
  predictToGeojson,
} from '../../lib/prediction/index.ts'
import { predict } from './contract.ts'
import { openPredictionWeather } from './prediction-weather.ts'
import { regionLandscape } from './region-landscape.ts'

export const handler = endpoint(
  predict,
  { landscape: () => engine(regionLandscape), weather: () => engine(openPredictionWeather) },
  async (request, { landscape, weather, signal, timed }) => {
    const from = performance.now()
    const predictionCase = await timed('weather', () => caseOf(request, weather, signal))
    const prediction = await engine(() => predictCase(landscape, predictionCase, { signal, timed }))
    const looked = predictionCase.weatherSource === 'lookup' ? weather.attribution : undefined
    return predictAnswer(predictionCase, prediction, {
      milliseconds: performance.now() - from,
      attributions: [landscape.attribution, looked],
    })
  },
  { geojson: predictToGeojson },
)

/**
 * A fault of the data or the model becomes one 503 for the caller, and never a wrong map; its reason is in the
 * log. Errors for the caller pass unchanged.
 */
async function engine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isForCaller = error instanceof ApiError && error.code !== 'service_unavailable'
    if (isForCaller || error instanceof MissingDataError) throw error
    throw unavailable(
      error instanceof ApiError ? (error.cause ?? error) : error,
      'Prediction engine unavailable.',
    )
  }
}
