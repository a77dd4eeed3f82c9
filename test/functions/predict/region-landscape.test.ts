import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { publish } from '#ground/dataset'
import { openStorage, type Storage } from '#platform/storage'
import { builds, writeBuild } from '../../ground/dataset/builds.ts'
import { buildGround } from '../../ground/landscape/ground-build.ts'

let home: string
let storage: Storage
let files: Record<'features.tif' | 'terrain.tif', Uint8Array>

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cairn-region-landscape-'))
  const shape = {
    west: 1.4,
    north: 42.6,
    stepLon: 1 / 4800,
    stepLat: 1 / 7200,
    width: 120,
    height: 120,
  }
  const [ground] = await buildGround(home, [
    { name: 'ground', shape, byteAt: () => 3, heightAt: () => 1200 },
  ])
  const bytesOf = async (file: string) =>
    (await ground!.storage.get(ground!.dataset.fileKey(file))).bytes
  files = {
    'features.tif': await bytesOf('features.tif'),
    'terrain.tif': await bytesOf('terrain.tif'),
  }
  storage = await openStorage({ CAIRN_HOME: home })
})
afterAll(() => rm(home, { recursive: true }))

beforeEach(() => {
  vi.stubEnv('CAIRN_HOME', home)
  vi.resetModules()
})
afterEach(() => vi.unstubAllEnvs())

/** Publishes a build with these rasters and loads the module as a new process does. */
async function loadWith(region: string, rasters: readonly (keyof typeof files)[]) {
  await writeBuild(storage, region, builds[0], {
    'routing.tar': 'tiles',
    ...Object.fromEntries(rasters.map((file) => [file, files[file]])),
  })
  await publish(storage, region, builds[0])
  vi.stubEnv('REGION', region)
  return await import('../../../functions/predict/region-landscape.ts')
}

describe('the landscape of the region', () => {
  test('is read from the published build and opened once', async () => {
    const { regionLandscape } = await loadWith('whole', ['features.tif', 'terrain.tif'])
    const landscape = await regionLandscape()
    expect(await regionLandscape()).toBe(landscape)
    const box = { min_lat: 42.59, min_lon: 1.41, max_lat: 42.595, max_lon: 1.415 }
    const view = await landscape.view(box)
    const at = { lats: Float64Array.of(42.592), lons: Float64Array.of(1.412) }
    expect(view.sample('land_cover', at)[0]).toBe(3)
    expect(view.heights(at)[0]).toBeCloseTo(1200)
  })

  test.each([
    ['features', ['terrain.tif']],
    ['elevation', ['features.tif']],
    ['elevation and features', []],
  ] as const)(
    'is refused with 503, the reason and a retry after an hour when %s was not built',
    async (missing, rasters) => {
      const name = `without-${missing.replaceAll(' ', '-')}`
      const { regionLandscape } = await loadWith(name, rasters)
      await expect(regionLandscape()).rejects.toMatchObject({
        name: 'ApiError',
        status: 503,
        message: `Prediction engine unavailable. The region ${name} was built without ${missing}.`,
        headers: { 'retry-after': '3600' },
      })
    },
  )
})
