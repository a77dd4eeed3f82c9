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
    const one = await timed('weather', () => caseOf(request, weather, signal))
    const prediction = await engine(() => predictCase(landscape, one, { signal, timed }))
    const looked = one.weatherSource === 'lookup' ? weather.attribution : undefined
    return predictAnswer(one, prediction, {
      milliseconds: performance.now() - from,
      attributions: [landscape.attribution, looked],
    })
  },
  { geojson: predictToGeojson },
)

/**
 * What goes wrong with the data or in the model is one thing to the caller, and never a wrong map: the
 * true reason is in the log. What was said to the caller on purpose stays as it is.
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
