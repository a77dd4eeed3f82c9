import { stat } from 'node:fs/promises'
import { fromFile } from 'geotiff'
import { beforeAll, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { type Band, bands, landCovers } from '#ground/landscape'
import { openStorage } from '#platform/storage'
import { describeOnAndorra } from '../../fixtures/andorra.ts'

// Checks the result of the test set-up; gather.test.ts and raster/ test the steps.
describeOnAndorra('the ground of Andorra', () => {
  let path: string
  let missing: readonly string[]
  let at: (band: Band, lat: number, lon: number) => number
  let values: Uint8Array[]

  beforeAll(async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const { manifest, fileKey } = await openDataset(storage, 'andorra')
    path = storage.localPath!(fileKey('features.tif'))
    missing = manifest.features!.missing.map(({ layer }) => layer)
    const image = await (await fromFile(path)).getImage()
    values = (await image.readRasters()) as unknown as Uint8Array[]
    const [west, north] = image.getOrigin() as [number, number]
    const [stepLon, stepLat] = image.getResolution() as [number, number]
    const width = image.getWidth()
    at = (band, lat, lon) => {
      const [column, row] = [(lon - west) / stepLon, (lat - north) / stepLat]
      return values[bands.indexOf(band)]![Math.floor(row) * width + Math.floor(column)]!
    }
  })

  test('is built-up in the capital, and a steep summit on the highest peak', () => {
    const [capital, peak] = [[42.5075, 1.5218] as const, [42.5917, 1.4442] as const]
    expect(landCovers[at('land_cover', ...capital)]).toBe('built_up')
    expect(at('road', ...capital) * 2).toBeLessThan(60)
    expect(at('structure', ...capital) * 2).toBeLessThan(60)
    expect(at('scenic', ...peak) * 2).toBeLessThan(60)
    expect(at('road', ...peak)).toBe(255)
    expect(at('relief', ...peak) * 4).toBeGreaterThan(150)
  })

  test('is wooded in part, with a warning about sparse land cover', () => {
    const covers = values[0]!
    const share = (name: (typeof landCovers)[number]) =>
      covers.filter((cover) => landCovers[cover] === name).length / covers.length
    expect(share('wood')).toBeGreaterThan(0.15)
    expect(share('wood')).toBeLessThan(0.5)
    expect(share('water')).toBeLessThan(0.02)
    expect(missing).toEqual(['land_cover'])
  })

  test('fits in few bytes', async () => {
    expect((await stat(path)).size / values[0]!.length).toBeLessThan(3)
  })
})
