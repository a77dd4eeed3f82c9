import { ApiError } from '../errors/index.ts'
import { wrapDegrees } from '../geo/index.ts'
import type { Landscape } from '../landscape/index.ts'
import { predict } from './predict.ts'
import { profiles } from './prediction.ts'

/** Large enough that the loops over hexagons and paths are compiled, and the ground of some tiles is read. */
const radiusMeters = 4000

/**
 * Runs two predictions of each profile in the middle of a landscape, which compiles the code: without them
 * the first call of a process takes 2.2 to 3.6 times as long as the second, after one of each profile 1.5
 * times on a quiet machine. Ground that cannot be read is left to the calls.
 */
export async function warmPredict(landscape: Landscape): Promise<void> {
  const { min_lat, min_lon, max_lat, max_lon } = landscape.bounds
  const center = { lat: (min_lat + max_lat) / 2, lon: wrapDegrees((min_lon + max_lon) / 2) }
  try {
    for (const profile of [...profiles, ...profiles]) {
      await predict(landscape, {
        profile,
        area: { type: 'circle', center, radiusMeters },
        datetime: new Date(0),
        weatherSource: 'neutral',
      })
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
