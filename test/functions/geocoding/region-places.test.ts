import { beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../../lib/errors/index.ts'
import { newCaller } from '../../fixtures/handler.ts'

let places: typeof import('../../../functions/geocoding/region-places.ts')

beforeAll(async () => {
  await newCaller()
  places = await import('../../../functions/geocoding/region-places.ts')
})

describe('the places of the region', () => {
  test('are those of its published build, opened once', async () => {
    const region = await places.followRegionPlaces()
    expect(region.region).toBe('demo')
    expect(places.gazetteerOf(region).count).toBeGreaterThan(1000)
    expect(await places.followRegionPlaces()).toBe(region)
  })

  test('are a 503 that says why, for an hour, where the region was built without them', () => {
    const without = { region: 'old', build: '20261121T004512Z-3f9a1c', gazetteer: undefined }
    try {
      places.gazetteerOf(without)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({
        status: 503,
        message: 'There is no index of places: the region old was built without it.',
        headers: { 'retry-after': '3600' },
      })
    }
  })
})
