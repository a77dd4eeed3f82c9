import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspectDem, runGdal } from '../../region/elevation/index.ts'
import { regionsFolder } from '../fixtures/real-regions.ts'
import { withCampaigns } from '../setup/suite.ts'
import {
  type Built,
  build,
  type HeightAt,
  noData,
  rewrite,
  writeHgt,
  writeTiff,
} from './rasters.ts'

let root: string
let folder: string
let count = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-elevation-'))
})
beforeEach(async () => {
  folder = join(root, String(++count))
  await mkdir(folder)
})
afterAll(() => rm(root, { recursive: true }))

/** Height that rises 500 m to the north and 800 m to the east of a cell, so bilinear heights are exact. */
const slope: HeightAt = (lat, lon) => 600 + 500 * (lat - 46) + 800 * (lon - 9)
const roads = { min_lat: 46.3, min_lon: 9.3, max_lat: 46.7, max_lon: 9.7 }

interface Square {
  south: number
  west: number
  side: number
}
const square = (south: number, west: number, side: number): Square => ({ south, west, side })

/** Returns 500 points that fill the square by a fixed rule, some of them on its edges. */
function points({ south, west, side }: Square): [number, number][] {
  return Array.from({ length: 500 }, (_, i): [number, number] => {
    const u = i % 10 === 0 ? i % 20 && 1 : (i * 0.6180339887) % 1
    const v = i % 15 === 0 ? i % 30 && 1 : (i * 0.7548776662) % 1
    return [south + u * side, west + v * side]
  })
}

/** Lists the points whose height in `terrain.tif` is wrong by 1 m or more. */
function wrongHeights(built: Built, area: Square, truth: HeightAt): string[] {
  return points(area)
    .filter(([lat, lon]) => !(Math.abs(built.terrainAt(lat, lon)! - truth(lat, lon)) < 1))
    .map(([lat, lon]) => `${lat}, ${lon}: ${built.terrainAt(lat, lon)}, not ${truth(lat, lon)}`)
}

/** Lists the wrong heights in the engine's tile, at the whole arc-seconds next to the points. */
function wrongEngineHeights(
  built: Built,
  cell: string,
  { south, west }: Square,
  truth: HeightAt,
): string[] {
  return points(square(south, west, 1))
    .map(([lat, lon]) => [Math.round((south + 1 - lat) * 3600), Math.round((lon - west) * 3600)])
    .filter(([row = 0, column = 0]) => {
      const expected = truth(south + 1 - row / 3600, west + column / 3600)
      return !(Math.abs(built.engineAt(cell, row, column) - expected) < 1)
    })
    .map(([row, column]) => `${cell} ${row}, ${column}`)
}

describe('elevation from one file', () => {
  test('keeps every sample of HGT at three arc-seconds, and is bilinear between the samples', async () => {
    const dem = await writeHgt(folder, 'N46E009.hgt', [46, 9], slope)
    const built = await build([dem], folder, roads)
    expect(built.cells).toEqual(['N46E009'])
    expect(built.terrain).toMatchObject({ type: 'Int16Array', width: 1201, tileWidth: 256 })
    expect(built.terrain.overviews).toBeGreaterThanOrEqual(2)
    expect(wrongHeights(built, square(46, 9, 1), slope)).toEqual([])
    expect(wrongEngineHeights(built, 'N46E009', square(46, 9, 1), slope)).toEqual([])
    const raw = await readFile(dem)
    const changed: number[] = []
    for (let i = 0; i < 1201 * 1201; i++) {
      const [row, column] = [Math.floor(i / 1201), i % 1201]
      if (built.engineAt('N46E009', 3 * row, 3 * column) !== raw.readInt16BE(2 * i)) changed.push(i)
    }
    expect(changed).toEqual([])
  })

  test.runIf(withCampaigns)(
    'reaches the engine byte for byte as HGT of one arc-second',
    async () => {
      const bumpy: HeightAt = (lat, lon) => slope(lat, lon) + 90 * Math.sin(lat * 4000 + lon * 7000)
      const dem = await writeHgt(folder, 'n46e009.HGT', [46, 9], bumpy, 3601)
      const built = await build([dem], folder, roads)
      const tile = await readFile(join(built.warp.engineFolder, 'N46/N46E009.hgt'))
      expect(tile.equals(await readFile(dem))).toBe(true)
    },
  )

  test('keeps its position south and west of zero', async () => {
    const truth: HeightAt = (lat, lon) => 100 * lat + 50 * lon + 6000
    const dem = await writeHgt(folder, 'S01W072.hgt', [-1, -72], truth)
    expect(wrongHeights(await build([dem], folder), square(-1, -72, 1), truth)).toEqual([])
  })

  test('is named after the link, whatever file the link leads to', async () => {
    const blob = await writeHgt(folder, 'blob-4711', [46, 9], slope)
    await symlink(blob, join(folder, 'N46E009.hgt'))
    const [source] = await inspectDem([join(folder, 'N46E009.hgt')], folder)
    expect(source).toMatchObject({ name: 'N46E009.hgt', grid: { width: 1201, stepLon: 1 / 1200 } })
  })

  test.each(['area', 'point'] as const)(
    'keeps the sample positions of a GeoTIFF registered by %s',
    async (registration) => {
      const shape = {
        north: 46.2,
        west: 9.1,
        step: 1 / 1200,
        columns: 121,
        rows: 121,
        registration,
      }
      const built = await build([await writeTiff(folder, 'x.tif', shape, slope)], folder)
      expect(built.terrain).toMatchObject({ type: 'Int16Array', width: 121, height: 121 })
      expect(wrongHeights(built, square(46.1, 9.1, 0.1), slope)).toEqual([])
    },
  )

  test.runIf(withCampaigns)(
    'is converted to degrees from single-precision heights on a UTM grid in metres',
    async () => {
      const shape = { north: 46.3, west: 9, step: 1 / 1200, columns: 361, rows: 361 }
      const degrees = await writeTiff(folder, 'x.tif', shape, slope)
      const utm = await rewrite('warp', degrees, join(folder, 'utm'), [
        '-t_srs',
        'EPSG:32632',
        '-r',
        'cubic',
        '-ot',
        'Float32',
        '-tr',
        '60',
        '60',
      ])
      const built = await build([utm], folder)
      expect(built.terrain.type).toBe('Float32Array')
      expect(wrongHeights(built, square(46.05, 9.05, 0.2), slope)).toEqual([])
    },
  )

  test.runIf(withCampaigns)('is converted from feet to metres', async () => {
    const shape = { north: 46.2, west: 9.1, step: 1 / 1200, columns: 121, rows: 121 }
    const inFeet: HeightAt = (lat, lon) => slope(lat, lon) / 0.3048
    const plain = await writeTiff(folder, 'x.tif', shape, inFeet)
    const [described, labelled] = [join(folder, 'plain'), join(folder, 'labelled.vrt')]
    await runGdal([
      { program: 'translate', input: plain, output: described, options: ['-of', 'VRT'] },
    ])
    const vrt = await readFile(`${described}.vrt`, 'utf8')
    await writeFile(
      labelled,
      vrt.replace('</NoDataValue>', '</NoDataValue><UnitType>ft</UnitType>'),
    )
    const feet = await rewrite('translate', labelled, join(folder, 'feet'), [])
    const built = await build([feet], folder)
    expect(built.terrain.type).toBe('Float32Array')
    expect(wrongHeights(built, square(46.1, 9.1, 0.1), slope)).toEqual([])
  })
})

describe('elevation from several files', () => {
  const rough: HeightAt = (lat, lon) => slope(lat, lon) + 60 * Math.sin(lat * 900)

  test.runIf(withCampaigns)(
    'is joined without a seam on one grid, even where a gap crosses the edge',
    async () => {
      const across: HeightAt = (lat, lon) =>
        Math.hypot(lat - 46.5, lon - 10) < 0.006 ? noData : rough(lat, lon)
      const west = await writeHgt(folder, 'N46E009.hgt', [46, 9], across)
      const east = await writeHgt(folder, 'N46E010.hgt', [46, 10], across)
      const near = { min_lat: 46.4, min_lon: 9.9, max_lat: 46.6, max_lon: 10.1 }
      const built = await build([east, west], folder, near)
      expect(built.cells.toSorted()).toEqual(['N46E009', 'N46E010'])
      expect(built.terrain).toMatchObject({ type: 'Int16Array', width: 2401, height: 1201 })
      expect(built.warp.gaps.closed).toBeGreaterThan(1000)
      const seam: number[] = []
      for (let row = 0; row <= 3600; row++)
        if (built.engineAt('N46E009', row, 3600) !== built.engineAt('N46E010', row, 0))
          seam.push(row)
      expect(seam).toEqual([])
      for (const row of [0, 300, 3000, 3600])
        expect(built.engineAt('N46E009', row, 3600)).toBe(Math.round(rough(47 - row / 3600, 10)))
    },
  )

  test('is resampled to the finest grid when grids differ', async () => {
    const coarse = { north: 46.1, west: 9, step: 1 / 1200, columns: 121, rows: 121 }
    const fine = { north: 46.1, west: 9.1, step: 1 / 3600, columns: 361, rows: 361 }
    const files = [
      await writeTiff(folder, 'coarse.tif', coarse, slope),
      await writeTiff(folder, 'fine.tif', fine, slope),
    ]
    const built = await build(files, folder)
    // A coarse pixel reaches one fine sample farther out than a fine pixel.
    expect(built.terrain).toMatchObject({ type: 'Float32Array', width: 722, height: 363 })
    expect(wrongHeights(built, square(46, 9, 0.1), slope)).toEqual([])
    expect(wrongHeights(built, square(46, 9.1, 0.1), slope)).toEqual([])
  })

  test('takes the first file that has data where files overlap', async () => {
    const shape = { north: 46.1, west: 9, step: 1 / 1200, columns: 121, rows: 121 }
    const hole: HeightAt = (lat) => (lat > 46.05 ? noData : 1000)
    const first = await writeTiff(folder, 'first.tif', shape, hole)
    const second = await writeTiff(folder, 'second.tif', shape, () => 2000)
    const built = await build([first, second], folder)
    expect(built.terrainAt(46.02, 9.05)).toBeCloseTo(1000, 6)
    expect(built.terrainAt(46.08, 9.05)).toBeCloseTo(2000, 6)
  })
})

describe('gaps in elevation', () => {
  test.runIf(withCampaigns)(
    'remain in terrain.tif, and are closed for the engine where data is near',
    async () => {
      const gap: HeightAt = (lat, lon) =>
        Math.hypot(lat - 46.5, lon - 9.5) < 0.004 || lat < 46.1 ? noData : slope(lat, lon)
      const dem = await writeHgt(folder, 'N46E009.hgt', [46, 9], gap)
      const built = await build([dem], folder, roads)
      const raw = await readFile(dem)
      const changed: string[] = []
      for (let row = 0; row <= 1200; row += 3)
        for (let column = 0; column <= 1200; column += 3) {
          const sample = raw.readInt16BE((row * 1201 + column) * 2)
          const got = built.terrainAt(47 - row / 1200, 9 + column / 1200) ?? noData
          if (!(Math.abs(got - sample) < 0.01)) changed.push(`${row}, ${column}: ${got}`)
        }
      expect(changed).toEqual([])
      expect(Math.abs(built.engineAt('N46E009', 1800, 1800) - slope(46.5, 9.5))).toBeLessThan(5)
      expect(built.engineAt('N46E009', 3500, 1800)).toBe(noData)
      const { samples, closed, open } = built.warp.gaps
      expect(samples).toBe(3601 * 3601)
      expect(closed).toBeGreaterThan(400)
      expect(open / samples).toBeCloseTo(0.1 - 40 / 3600, 2)
      expect(built.warp.range!.lowest).toBeGreaterThan(600)
    },
  )
})

describe('files without elevation', () => {
  const refused = async (name: string, bytes: Uint8Array, sentence: string): Promise<void> => {
    await writeFile(join(folder, name), bytes)
    await expect(inspectDem([join(folder, name)], folder)).rejects.toThrow(sentence)
  }

  test('are refused with a reason', async () => {
    await refused('photo.jpg', Buffer.from('not a raster'), 'photo.jpg is not elevation')
    await refused('N46E009.hgt', Buffer.alloc(1000), 'N46E009.hgt is not elevation')
    await refused('alps.hgt', Buffer.alloc(1201 * 1201 * 2), 'must begin like N42E001')
    await refused('N46E009.hgt.gz', Buffer.from([0x1f, 0x8b, 8, 0]), 'unpack it first')
    await refused(
      'broken.tif',
      Buffer.from('II*\0 and then nothing'),
      'broken.tif is damaged or cut off',
    )
  })

  test('are refused when they are GeoTIFFs without a position, or with colours', async () => {
    const shape = { north: 46.2, west: 9.1, step: 0.01, columns: 10, rows: 10 }
    const bare = await writeTiff(folder, 'bare.tif', { ...shape, crs: null }, slope)
    await expect(inspectDem([bare], folder)).rejects.toThrow('does not say its coordinate system')
    const colours = await writeTiff(folder, 'rgb.tif', { ...shape, bands: 3 }, slope)
    await expect(inspectDem([colours], folder)).rejects.toThrow('it has 3 bands')
  })
})

describe.skipIf(!existsSync(regionsFolder))('real elevation', () => {
  test.runIf(withCampaigns).each(['N42E001.hgt', 'dem.cog.tif'])(
    'equals the raw SRTM tile of Andorra when it comes from %s',
    async (name) => {
      const raw = await readFile(join(regionsFolder, 'andorra/N42E001.hgt'))
      const at = (row: number, column: number): number => raw.readInt16BE((row * 1201 + column) * 2)
      const truth = (lat: number, lon: number): number | undefined => {
        const [y, x] = [(43 - lat) * 1200, (lon - 1) * 1200]
        const [row, column] = [Math.min(Math.floor(y), 1199), Math.min(Math.floor(x), 1199)]
        const [v, u] = [y - row, x - column]
        const four = [
          at(row, column),
          at(row, column + 1),
          at(row + 1, column),
          at(row + 1, column + 1),
        ]
        if (four.includes(noData)) return undefined
        const [a, b, c, d] = four as [number, number, number, number]
        return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v
      }
      const andorra = { min_lat: 42.43, min_lon: 1.41, max_lat: 42.66, max_lon: 1.79 }
      const built = await build([join(regionsFolder, 'andorra', name)], folder, andorra)
      // Gaps of the raw tile, one point in a hundred, have nothing to compare with.
      const comparable = points(square(42, 1, 1)).filter(
        ([lat, lon]) => truth(lat, lon) !== undefined,
      )
      expect(comparable.length).toBeGreaterThan(450)
      const wrong = comparable.filter(
        ([lat, lon]) => !(Math.abs(built.terrainAt(lat, lon)! - truth(lat, lon)!) < 1),
      )
      expect(wrong).toEqual([])
      const wrongEngine = comparable.filter(([lat, lon]) => {
        const [row, column] = [Math.round((43 - lat) * 3600), Math.round((lon - 1) * 3600)]
        const expected = truth(43 - row / 3600, 1 + column / 3600)
        return (
          expected !== undefined &&
          !(Math.abs(built.engineAt('N42E001', row, column) - expected) < 1)
        )
      })
      expect(wrongEngine).toEqual([])
    },
  )
})
