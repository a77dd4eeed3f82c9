import { ApiError, MissingDataError, unavailable } from '#platform/errors'
import {
  checkedPlaces,
  compilePredict,
  incidentOf,
  measureArea,
  predict as predictIncident,
  predictResponse,
  predictToGeojson,
  warmPredict,
} from '#prediction'
import { byPoints, regionEndpoint } from '../regions/index.ts'
import { servedRegions } from '../served-regions.ts'
import { predict } from './contract.ts'
import { openPredictionWeather } from './prediction-weather.ts'
import { regionLandscape } from './region-landscape.ts'

export const handler = regionEndpoint(
  predict,
  {
    landscape: (region) => engine(() => regionLandscape(region)),
    weather: () => engine(openPredictionWeather),
  },
  async (request, { landscape, weather, signal, timed }) => {
    const startedAt = performance.now()
    const incident = await timed('weather', () => incidentOf(request, weather, signal))
    const prediction = await engine(() => predictIncident(landscape, incident, { signal, timed }))
    const lookedUp = incident.weatherSource === 'lookup' ? weather.attribution : undefined
    return predictResponse(incident, prediction, {
      milliseconds: performance.now() - startedAt,
      attributions: [landscape.attribution, lookedUp],
    })
  },
  {
    check: (request) => void checkedPlaces(request),
    choice: byPoints((request) => [measureArea(checkedPlaces(request).area).middle], {
      data: 'ground',
    }),
    geojson: predictToGeojson,
    warm: async (warmUp) => {
      // The first one loads Node's HTTP client, which the first weather lookup would wait for.
      await fetch('data:,')
      const warm = warmUp === 'compile' ? compilePredict : warmPredict
      for (const region of servedRegions()) await warm(await regionLandscape(region))
    },
  },
)

/**
 * Failures of the data or the model reach the caller as one 503, never as a wrong map; the log has the
 * cause. Errors meant for the caller pass.
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
