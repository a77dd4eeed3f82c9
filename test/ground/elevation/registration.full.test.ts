import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Elevation, openElevation } from '#ground/elevation'
import type { LatLon } from '#ground/geo'
import { seeded } from '../../fixtures/random.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { writeHgt, writeTiff } from '../../region/rasters.ts'
import { buildTerrain } from './terrain-build.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-registration-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Oracle = (position: LatLon) => number | null

/** Interpolates directly from the bytes of an HGT tile, whose samples lie on the edges of its cell, bilinearly. */
async function hgtOracle(path: string, south: number, west: number): Promise<Oracle> {
  const bytes = await readFile(path)
  const last = Math.sqrt(bytes.length / 2) - 1
  const sample = (row: number, column: number) => bytes.readInt16BE(2 * (row * (last + 1) + column))
  return ({ lat, lon }) => {
    const [y, x] = [(south + 1 - lat) * last, (lon - west) * last]
    const [row, column] = [Math.min(Math.floor(y), last - 1), Math.min(Math.floor(x), last - 1)]
    const [v, u] = [y - row, x - column]
    const corners = [0, 1, 2, 3].map((i) => ({
      height: sample(row + (i >> 1), column + (i & 1)),
      weight: (i >> 1 ? v : 1 - v) * (i & 1 ? u : 1 - u),
    }))
    if (corners.some(({ height, weight }) => height === -32768 && weight > 1e-9)) return null
    return corners.reduce((sum, { height, weight }) => sum + (weight && weight * height), 0)
  }
}

const inBox = (random: () => number, [south, west, north, east]: number[]): LatLon => ({
  lat: south! + (north! - south!) * random(),
  lon: west! + (east! - west!) * random(),
})

const samplesPerTile = 256

/** Lists positions on and between the samples on both sides of the seams between tiles of a cell. */
function onSeams(south: number, west: number, samples = 1201): LatLon[] {
  const random = seeded(3)
  const seams = [1, 2, 3, 4].map((tile) => tile * samplesPerTile - random())
  return seams.flatMap((seam) => [
    ...Array.from({ length: 50 }, () => ({
      lat: south + random(),
      lon: west + (seam + 0.2 * random()) / (samples - 1),
    })),
    ...Array.from({ length: 50 }, () => ({
      lat: south + 1 - (seam + 0.2 * random()) / (samples - 1),
      lon: west + random(),
    })),
    ...seams.map((other) => ({
      lat: south + 1 - seam / (samples - 1),
      lon: west + other / (samples - 1),
    })),
  ])
}

function onEdges(south: number, west: number): LatLon[] {
  const random = seeded(4)
  return Array.from({ length: 200 }, (_, i) => {
    const [edge, along] = [i % 2, random()]
    return i % 4 < 2
      ? { lat: south + edge, lon: west + along }
      : { lat: south + along, lon: west + edge }
  })
}

/** Lists positions where heights differ from the oracle by more than the tolerance, or only one has a value. */
async function differences(
  elevation: Elevation,
  oracle: Oracle,
  positions: LatLon[],
  toleranceMeters: number,
): Promise<string[]> {
  const heights = await elevation.heightsAt(positions)
  return positions.flatMap((position, i) => {
    const [found, expected] = [heights[i]!, oracle(position)]
    const isSame =
      found === null || expected === null
        ? found === expected
        : Math.abs(found - expected) <= toleranceMeters
    return isSame ? [] : [`${position.lat}, ${position.lon}: ${found}, not ${expected}`]
  })
}

const regions = [
  { name: 'andorra', tile: 'N42E001.hgt', south: 42, west: 1, roads: [42.42, 1.4, 42.66, 1.79] },
  { name: 'monaco', tile: 'N43E007.hgt', south: 43, west: 7, roads: [43.72, 7.4, 43.76, 7.45] },
]

for (const { name, tile, south, west, roads } of regions) {
  const hgt = realRegion(`${name}/${tile}`)
  const cog = realRegion(`${name}/dem.cog.tif`)
  const suite = hgt && cog ? describe : describe.skip
  const why = hgt && cog ? '' : ` (skipped: no ${name} in CAIRN_REGIONS)`

  suite(`heights of ${name} are bilinear between the raw samples at their true positions${why}`, () => {
    const built = new Map<string, Elevation>()
    let oracle: Oracle
    beforeAll(async () => {
      oracle = await hgtOracle(hgt!, south, west)
      for (const [kind, dem] of [
        ['HGT', hgt!],
        ['COG', cog!],
      ] as const) {
        const { storage, dataset } = await buildTerrain([dem], join(folder, name, kind))
        built.set(kind, await openElevation(storage, dataset))
      }
    }, 60_000)

    test.each(['HGT', 'COG'])(
      'when built from %s, at 1,000 random points of the roads',
      async (kind) => {
        const random = seeded(1)
        const positions = Array.from({ length: 1000 }, () => inBox(random, roads))
        expect(positions.filter((position) => oracle(position) === null).length).toBeLessThan(500)
        expect(await differences(built.get(kind)!, oracle, positions, 0.01)).toEqual([])
      },
    )

    test.each(['HGT', 'COG'])(
      'when built from %s, all over the cell, including gaps',
      async (kind) => {
        const random = seeded(2)
        const positions = Array.from({ length: 5000 }, () =>
          inBox(random, [south, west, south + 1, west + 1]),
        )
        expect(positions.some((position) => oracle(position) === null)).toBe(true)
        expect(await differences(built.get(kind)!, oracle, positions, 0.01)).toEqual([])
      },
    )

    test.each(['HGT', 'COG'])(
      'when built from %s, at the seams of tiles and at the edges',
      async (kind) => {
        const positions = [...onSeams(south, west), ...onEdges(south, west)]
        expect(await differences(built.get(kind)!, oracle, positions, 0.01)).toEqual([])
      },
    )
  })
}

describe('heights of other files', () => {
  const rough = (lat: number, lon: number) =>
    800 + 300 * Math.sin(lat * 180) * Math.cos(lon * 140) + 200 * Math.sin(lon * 400)

  test('continue across the border between two HGT tiles', async () => {
    const west = await writeHgt(folder, 'N46E009.hgt', [46, 9], rough)
    const east = await writeHgt(folder, 'N46E010.hgt', [46, 10], rough)
    const { storage, dataset } = await buildTerrain([west, east], join(folder, 'pair'))
    const elevation = await openElevation(storage, dataset)
    const oracles = [await hgtOracle(west, 46, 9), await hgtOracle(east, 46, 10)]
    const random = seeded(5)
    const positions = Array.from({ length: 500 }, () => inBox(random, [46, 9.99, 47, 10.01]))
    const oracle: Oracle = (position) => oracles[position.lon < 10 ? 0 : 1]!(position)
    expect(await differences(elevation, oracle, positions, 0.01)).toEqual([])
  })

  /** A ramp equals its own bilinear interpolation, wherever the samples are. */
  const ramp = (lat: number, lon: number) => 1000 * (lat - 46) + 3000 * (lon - 9)
  const around = { north: 46.5, west: 9.2, step: 0.001, columns: 300, rows: 270 }

  test.each(['area', 'point'] as const)(
    'match the sample positions of %s-registered files, also half a pixel beyond the last sample',
    async (registration) => {
      const dem = await writeTiff(folder, `${registration}.tif`, { ...around, registration }, ramp)
      const { storage, dataset } = await buildTerrain([dem], join(folder, registration))
      const elevation = await openElevation(storage, dataset)
      const random = seeded(6)
      const inside = Array.from({ length: 500 }, () => inBox(random, [46.231, 9.2, 46.5, 9.499]))
      // Samples are whole metres, so a sampled ramp is within half a metre of the true ramp.
      const oracle: Oracle = ({ lat, lon }) => ramp(lat, lon)
      expect(await differences(elevation, oracle, inside, 0.6)).toEqual([])
      const [corner, beyond, outside] = await elevation.heightsAt([
        { lat: 46.5, lon: 9.2 },
        { lat: 46.5 + 0.00049, lon: 9.2 - 0.00049 },
        { lat: 46.5 + 0.00051, lon: 9.2 },
      ])
      expect(corner).toBe(1100)
      expect(beyond).toBe(1100)
      expect(outside).toBe(null)
    },
  )

  test('come from the finest file everywhere when resolutions differ', async () => {
    const fine = await writeTiff(folder, 'fine.tif', around, ramp)
    const coarse = await writeTiff(
      folder,
      'coarse.tif',
      { north: 46.8, west: 9, step: 0.004, columns: 250, rows: 200 },
      ramp,
    )
    const { storage, dataset } = await buildTerrain([fine, coarse], join(folder, 'several'))
    const elevation = await openElevation(storage, dataset)
    const random = seeded(7)
    const positions = Array.from({ length: 1000 }, () => inBox(random, [46.05, 9.05, 46.75, 9.95]))
    expect(await differences(elevation, ({ lat, lon }) => ramp(lat, lon), positions, 0.8)).toEqual(
      [],
    )
  })

  test('equal a sample next to a gap, and are null between the sample and the gap', async () => {
    const gap = (lat: number, lon: number) =>
      Math.abs(lat - 46.4) < 0.0104 && Math.abs(lon - 9.3) < 0.0104 ? -32768 : ramp(lat, lon)
    const dem = await writeTiff(folder, 'gap.tif', around, gap)
    const { storage, dataset } = await buildTerrain([dem], join(folder, 'gap'))
    const elevation = await openElevation(storage, dataset)
    const heights = await elevation.heightsAt([
      { lat: 46.4, lon: 9.3 },
      { lat: 46.4, lon: 9.289 },
      { lat: 46.411, lon: 9.289 },
      { lat: 46.4, lon: 9.28905 },
      { lat: 46.4, lon: 9.28895 },
      // Within six decimals of a sample, the height equals the sample.
      { lat: 46.4, lon: 9.2890003 },
    ])
    expect(heights.map((height) => height !== null && Math.round(height))).toEqual([
      false,
      1267,
      1278,
      false,
      1267,
      1267,
    ])
  })
})
