import { join } from 'node:path'
import type { VectorTileFeature } from '@mapbox/vector-tile'
import type { Header, PMTiles } from 'pmtiles'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { PointInRings } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { truth } from '../../../demo-island/index.ts'
import { computeTileId, extent, layerNames, maxZoom } from '../../../region/map/index.ts'
import { openArchive, placeIn, tileOf } from './archive.ts'

let archive: PMTiles
let header: Header

beforeAll(async () => {
  const home = inject('builtHome')
  const storage = await openStorage({ CAIRN_HOME: home })
  const dataset = await openDataset(storage, 'demo')
  archive = await openArchive(join(home, 'data', dataset.fileKey('map.pmtiles')))
  header = await archive.getHeader()
})

/** Lists all features of a layer at a position, with the position in units of the tile. */
async function around(position: { lat: number; lon: number }, layer: string, zoom: number) {
  const { x, y, east, south } = placeIn(position, zoom)
  const tile = (await tileOf(archive, zoom, x, y))?.layers[layer]
  const features = Array.from({ length: tile?.length ?? 0 }, (_, i) => tile!.feature(i))
  return { features, at: [east * extent, south * extent] as const }
}

function ringsOf(feature: VectorTileFeature): Float64Array[] {
  return feature.loadGeometry().map((part) => Float64Array.from(part.flatMap(({ x, y }) => [x, y])))
}

async function isSea(position: { lat: number; lon: number }, zoom: number): Promise<boolean> {
  const { features, at } = await around(position, 'ocean', zoom)
  return features.some((feature) => new PointInRings(ringsOf(feature)).has(...at))
}

describe('the archive of the demo region', () => {
  test('states its contents', async () => {
    expect(header).toMatchObject({ minZoom: 0, maxZoom, tileType: 1, clustered: true })
    expect(header.minLat).toBeCloseTo(truth.bounds.min_lat, 2)
    expect(header.maxLon).toBeCloseTo(truth.bounds.max_lon, 2)
    const metadata = (await archive.getMetadata()) as { vector_layers: { id: string }[] }
    const layers = metadata.vector_layers.map(({ id }) => id)
    expect(layers).toEqual(expect.arrayContaining(['ocean', 'streets', 'land', 'peaks']))
    expect(layerNames).toEqual(expect.arrayContaining(layers))
  })

  test('contains only tiles that decode, with whole shapes inside their margins', async () => {
    const { min_lat, max_lat, min_lon, max_lon } = truth.bounds
    const used = new Set<string>()
    let tiles = 0
    for (let zoom = 0; zoom <= maxZoom; zoom++) {
      const first = placeIn({ lat: max_lat + 0.02, lon: min_lon - 0.02 }, zoom)
      const last = placeIn({ lat: min_lat - 0.02, lon: max_lon + 0.02 }, zoom)
      for (let x = first.x; x <= last.x; x++) {
        for (let y = first.y; y <= last.y; y++) {
          const tile = await tileOf(archive, zoom, x, y)
          if (!tile) continue
          tiles++
          for (const [name, layer] of Object.entries(tile.layers)) {
            used.add(name)
            expect(layer.length).toBeGreaterThan(0)
            for (let i = 0; i < layer.length; i++) expectWhole(layer.feature(i))
          }
        }
      }
    }
    expect(tiles).toBe(header.numAddressedTiles)
    for (const name of used) expect(layerNames).toContain(name)
  })

  test('names the villages at their positions', async () => {
    const village = truth.villages[0]!
    const { features, at } = await around(village, 'place_labels', maxZoom)
    const label = features.find(({ properties }) => properties.name === village.name)!
    const point = label.loadGeometry()[0]![0]!
    expect(Math.hypot(point.x - at[0], point.y - at[1])).toBeLessThan(extent / 8)
  })

  test('contains sea around the island and none in its villages, at every zoom level', async () => {
    const { min_lat, min_lon } = truth.bounds
    const corner = { lat: min_lat + 0.002, lon: min_lon + 0.002 }
    for (let zoom = 4; zoom <= maxZoom; zoom++) {
      expect(await isSea(corner, zoom), `sea at zoom ${zoom}`).toBe(true)
      if (zoom >= 10) expect(await isSea(truth.villages[0]!, zoom), `land at ${zoom}`).toBe(false)
    }
  })

  test('draws roads from the zoom level of their class, and houses only at the last', async () => {
    const { from } = truth.lakesideRoad
    const kinds = async (zoom: number) =>
      (await around(from, 'streets', zoom)).features.map(({ properties }) => properties.kind)
    expect(await kinds(4)).toEqual([])
    expect(await kinds(9)).toEqual(expect.arrayContaining(['secondary']))
    expect(await kinds(9)).not.toContain('residential')
    expect((await kinds(14)).length).toBeGreaterThan(0)
    expect((await around(truth.villages[0]!, 'buildings', 13)).features).toEqual([])
    const houses = await around(truth.villages[0]!, 'buildings', 14)
    expect(houses.features.length).toBeGreaterThan(5)
  })

  test('numbers tiles as the reader does', async () => {
    const { zxyToTileId } = await import('pmtiles')
    for (const zoom of [0, 1, 2, 3, 7, 14]) {
      for (const share of [0, 0.3, 0.62, 0.999]) {
        const [x, y] = [Math.floor(share * 2 ** zoom), Math.floor((1 - share) * (2 ** zoom - 1))]
        expect(computeTileId(zoom, x, y)).toBe(zxyToTileId(zoom, x, y))
      }
    }
  })
})

function expectWhole(feature: VectorTileFeature): void {
  const margin = extent / 64
  const parts = feature.loadGeometry()
  expect(parts.length).toBeGreaterThan(0)
  for (const { x, y } of parts.flat()) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(-margin)
    expect(Math.max(x, y)).toBeLessThanOrEqual(extent + margin)
  }
  if (feature.type !== 3) return
  const areas = parts.map((part) =>
    part.reduce((sum, { x, y }, i) => {
      const next = part[(i + 1) % part.length]!
      return sum + x * next.y - next.x * y
    }, 0),
  )
  // The first ring of a feature is an outer ring; its direction distinguishes outer rings from holes.
  expect(areas[0]).toBeGreaterThan(0)
  for (const area of areas) expect(area).not.toBe(0)
}
