import { mkdtempSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SourcePlace } from '#places/gazetteer'
import { RegionError } from '../../../region/index.ts'
import type { OsmFeature } from '../../../region/places/index.ts'
import { gatherPlaces, Partitions } from '../../../region/places/index.ts'
import { OsmDrawing, placesOfDrawings } from './osm-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-gather-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Draws villages a degree apart, with streets, houses and shops; equal ids for equal parts. */
function villages(from: number, to: number): OsmDrawing {
  const drawing = new OsmDrawing()
  for (let i = from; i < to; i++) {
    const x = i * 40_000
    const id = 1_000 * (i + 1)
    drawing.node(x, 0, { place: 'village', name: `Dorf ${i}` }, id)
    const street = { highway: 'residential', name: 'Hauptstrasse' }
    const crossing = drawing.node(x + 200, 0, {}, id + 1)
    const ends = [drawing.node(x, 5, {}, id + 2), drawing.node(x + 200, 300, {}, id + 3)] as const
    drawing.way([ends[0], crossing], street, id)
    drawing.way([crossing, ends[1]], { ...street, name: 'Gasse' }, id + 1)
    for (let n = 1; n <= 9; n++) {
      const address = { 'addr:housenumber': String(n), 'addr:street': 'Hauptstrasse' }
      drawing.node(x + n * 20, 15, { ...address, 'addr:postcode': '3000' }, id + 10 + n)
    }
    drawing.node(x + 90, 30, { shop: 'bakery', name: `Brot ${i}` }, id + 30)
  }
  return drawing
}

async function write(name: string, drawing: OsmDrawing): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, drawing.bytes())
  return path
}

/** Reads all places. @returns Their number. */
async function countOf(batches: AsyncIterable<Iterable<SourcePlace>>): Promise<number> {
  let count = 0
  for await (const places of batches) for (const _ of places) count++
  return count
}

describe('gathering places', () => {
  test('yields equal places in equal order, each id once', async () => {
    const [first, second] = [
      await placesOfDrawings([villages(0, 6)]),
      await placesOfDrawings([villages(0, 6)]),
    ]
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
    expect(new Set(first.map(({ id }) => id)).size).toBe(first.length)
    expect(first.filter(({ type }) => type === 'street')).toHaveLength(18)
  })

  test('makes one place of an object with many tags', async () => {
    const drawing = new OsmDrawing()
    const much = {
      amenity: 'cafe',
      tourism: 'attraction',
      landuse: 'residential',
      historic: 'castle',
      'addr:housename': 'Haus',
      name: 'Viel',
      highway: 'pedestrian',
      building: 'yes',
    }
    drawing.node(0, 0, { place: 'village', ...much })
    drawing.box(0, 100, 50, 150, { place: 'suburb', ...much })
    drawing.box(0, 200, 50, 250, { place: 'square', ...much })
    drawing.box(0, 300, 50, 350, much)
    drawing.node(0, 400, much)
    drawing.box(0, 500, 50, 550, { boundary: 'administrative', admin_level: '10', ...much })
    const places = await placesOfDrawings([drawing])
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
    expect(places.length).toBeGreaterThan(5)
  })

  test('uses objects in two files once', async () => {
    const whole = await placesOfDrawings([villages(0, 6)])
    const parts = await placesOfDrawings([villages(0, 4), villages(2, 6)])
    expect(parts).toEqual(whole)
  })

  test('reports rising progress and deletes its scratch files', async () => {
    const path = await write('progress.osm.pbf', villages(0, 4))
    const work = mkdtempSync(join(folder, 'work-'))
    const fractions: number[] = []
    const options = { folder: work, onProgress: (f: number) => fractions.push(f) }
    expect(await countOf(gatherPlaces([path], options))).toBeGreaterThan(20)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
    expect(readdirSync(work)).toEqual([])
  })

  test('can be aborted at any time', async () => {
    const path = await write('abort.osm.pbf', villages(0, 4))
    let steps = 0
    await countOf(gatherPlaces([path], { folder, onProgress: () => void steps++ }))
    expect(steps).toBeGreaterThan(3)
    // With the last step, the work is done.
    for (let atStep = 0; atStep < steps - 1; atStep++) {
      const control = new AbortController()
      const reason = new Error('enough')
      let step = 0
      const onProgress = (): void => {
        if (step++ === atStep) control.abort(reason)
      }
      const all = gatherPlaces([path], { folder, signal: control.signal, onProgress })
      await expect(countOf(all)).rejects.toBe(reason)
    }
  })

  test('reports a damaged file by its name', async () => {
    const bytes = villages(0, 2).bytes()
    const path = join(folder, 'damaged.osm.pbf')
    for (const at of [bytes.length - 5, Math.floor(bytes.length / 2)]) {
      const damaged = Buffer.from(bytes)
      damaged[at]! ^= 0xff
      await writeFile(path, damaged)
      const error = await countOf(gatherPlaces([path], { folder })).catch((e: unknown) => e)
      expect(error).toBeInstanceOf(RegionError)
      expect((error as Error).message).toMatch(/damaged\.osm\.pbf is damaged/)
    }
  })

  test('yields nothing for an extract without places', async () => {
    const drawing = new OsmDrawing(0, -30)
    drawing.way([
      [0, 0],
      [10, 10],
    ])
    expect(await placesOfDrawings([drawing])).toEqual([])
  })
})

describe('partitions', () => {
  const feature = (id: number): OsmFeature => ({
    id: `osm:node/${id}`,
    tags: { name: `Ort ${id}` },
    at: { lat: 47 + id / 50, lon: 8 },
    parents: [],
    countryCode: 'CHE',
  })

  test('yield the same tiles from files as from memory', async () => {
    const features = Array.from({ length: 100 }, (_, i) => feature((i * 37) % 100))
    const results = []
    for (const limit of [7, 1_000]) {
      const partitions = new Partitions(join(folder, `limit-${limit}`), limit)
      for (const feature of features) partitions.add(feature.at, feature)
      const tiles: OsmFeature[][] = []
      for await (const tile of partitions.all()) tiles.push(tile)
      await partitions.remove()
      results.push(tiles)
    }
    expect(results[0]).toEqual(results[1])
    expect(results[0]!.length).toBeGreaterThan(4)
    expect(results[0]!.flat()).toHaveLength(100)
  })
})
