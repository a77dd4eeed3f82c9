import { ApiError, MissingDataError, unavailable } from '#platform/errors'
import {
  buildIncident,
  compilePredict,
  measureArea,
  predict as predictIncident,
  predictToGeojson,
  toPredictResponse,
  validatePlaces,
  warmPredict,
} from '#prediction'
import { chooseByPoints, regionEndpoint } from '../regions/index.ts'
import { listServedRegions } from '../served-regions.ts'
import { predict } from './contract.ts'
import { openPredictionWeather } from './prediction-weather.ts'
import { regionLandscape } from './region-landscape.ts'

export const handler = regionEndpoint(
  predict,
  {
    landscape: (region) => runEngine(() => regionLandscape(region)),
    weather: () => runEngine(openPredictionWeather),
  },
  async (request, { landscape, weather, signal, timed }) => {
    const startedAt = performance.now()
    const incident = await timed('weather', () => buildIncident(request, weather, signal))
    const prediction = await runEngine(() =>
      predictIncident(landscape, incident, { signal, timed }),
    )
    const lookedUp = incident.weatherSource === 'lookup' ? weather.attribution : undefined
    return toPredictResponse(incident, prediction, {
      milliseconds: performance.now() - startedAt,
      attributions: [landscape.attribution, lookedUp],
    })
  },
  {
    check: (request) => void validatePlaces(request),
    choice: chooseByPoints((request) => [measureArea(validatePlaces(request).area).middle], {
      data: 'ground',
    }),
    geojson: predictToGeojson,
    warm: async (warmUp) => {
      // The first `fetch` loads Node's HTTP client, for which the first weather lookup would otherwise wait.
      await fetch('data:,')
      const warm = warmUp === 'compile' ? compilePredict : warmPredict
      for (const region of listServedRegions()) await warm(await regionLandscape(region))
    },
  },
)

/**
 * Runs work with the model. Failures of the data or the model reach the caller as a 503, never as a wrong map; the
 * log contains the cause. Errors meant for the caller pass through.
 */
async function runEngine<T>(work: () => Promise<T>): Promise<T> {
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
