import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Band, bands, landCovers } from '../../../lib/landscape/index.ts'
import { buildFeatures } from '../../../region/features/index.ts'
import { inspectOsm } from '../../../region/osm/index.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { build } from '../rasters.ts'

const osm = realRegion('andorra/andorra.osm.pbf')
const dem = realRegion('andorra/N42E001.hgt')

describe.skipIf(!osm || !dem)('the ground of Andorra', () => {
  let folder: string
  let ground: Awaited<ReturnType<typeof buildFeatures>>
  let at: (band: Band, lat: number, lon: number) => number
  let values: Uint8Array[]
  const fractions: number[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-ground-'))
    const { warp } = await build([dem!], folder)
    const { bounds } = await inspectOsm(osm!)
    ground = await buildFeatures({
      ...{ osm: [osm!], boxes: [bounds], terrainPath: warp.terrainPath },
      folder: join(folder, 'ground'),
      onProgress: (fraction) => void fractions.push(fraction),
    })
    const image = await (await fromFile(ground.path)).getImage()
    values = (await image.readRasters()) as unknown as Uint8Array[]
    const { west, north, stepLon, stepLat, width } = ground.grid
    at = (band, lat, lon) => {
      const [column, row] = [(lon - west) / stepLon, (north - lat) / stepLat]
      return values[bands.indexOf(band)]![Math.floor(row) * width + Math.floor(column)]!
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is town in the capital, and a steep summit on the highest peak', () => {
    const [capital, peak] = [[42.5075, 1.5218] as const, [42.5917, 1.4442] as const]
    expect(landCovers[at('land_cover', ...capital)]).toBe('built_up')
    expect(at('road', ...capital) * 2).toBeLessThan(60)
    expect(at('structure', ...capital) * 2).toBeLessThan(60)
    expect(at('scenic', ...peak) * 2).toBeLessThan(60)
    expect(at('road', ...peak)).toBe(255)
    expect(at('relief', ...peak) * 4).toBeGreaterThan(150)
  })

  test('is wooded in part, with a warning of thin land cover', () => {
    const covers = values[0]!
    const share = (name: (typeof landCovers)[number]) =>
      covers.filter((cover) => landCovers[cover] === name).length / covers.length
    expect(share('wood')).toBeGreaterThan(0.15)
    expect(share('wood')).toBeLessThan(0.5)
    expect(share('water')).toBeLessThan(0.02)
    expect(ground.missing.map(({ band }) => band)).toEqual(['land_cover'])
  })

  test('takes few bytes, and reports its progress', async () => {
    const pixels = ground.grid.width * ground.grid.height
    expect((await stat(ground.path)).size / pixels).toBeLessThan(3)
    expect(fractions.at(-1)).toBe(1)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  })
})
