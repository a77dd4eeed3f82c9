import { endpoint } from '../../lib/api/index.ts'
import { ApiError, unavailable } from '../../lib/errors/index.ts'
import {
  incidentOf,
  predictResponse,
  predict as predictCase,
  predictToGeojson,
} from '../../lib/prediction/index.ts'
import { predict } from './contract.ts'
import { openPredictionWeather } from './prediction-weather.ts'
import { followRegionLandscape, landscapeOf } from './region-landscape.ts'

export const handler = endpoint(
  predict,
  { region: () => engine(followRegionLandscape), weather: () => engine(openPredictionWeather) },
  async (request, { region, weather, format, signal, stage }) => {
    const from = performance.now()
    const landscape = landscapeOf(region)

    const prepared = stage('weather')
    const one = await incidentOf(request, weather, signal)
    prepared()

    const prediction = await engine(() => predictCase(landscape, one, { signal, stage }))
    const looked = one.weatherSource === 'lookup' ? weather.attribution : undefined
    const answer = predictResponse(one, prediction, {
      milliseconds: performance.now() - from,
      attributions: [landscape.attribution, looked],
    })
    return format === 'geojson' ? predictToGeojson(answer) : answer
  },
)

/**
 * What goes wrong with the data or in the model is one thing to the caller, and never a wrong map: the
 * true reason is in the log. What was said to the caller on purpose stays as it is.
 */
async function engine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'service_unavailable') throw error
    throw unavailable(
      error instanceof ApiError ? (error.cause ?? error) : error,
      'Prediction engine unavailable.',
    )
  }
}
