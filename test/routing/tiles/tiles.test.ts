import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { openEngine } from '#routing/operations'
import { openTileSet, SegmentSet } from '#routing/tiles'
import { truth } from '../../../demo-island/index.ts'

const micro = fc.integer({ min: -90_000_000, max: 90_000_000 })
const line = fc.array(fc.tuple(micro, micro), { minLength: 2, maxLength: 8 })

describe('a set of segments', () => {
  test('contains its segments in both directions', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const set = new SegmentSet()
        for (const positions of lines) set.addLine(positions.flat())
        for (const positions of lines) {
          for (let i = 0; i + 1 < positions.length; i++) {
            expect(set.hasSegment(positions.flat(), i)).toBe(true)
            const reversed = positions.toReversed()
            expect(set.hasSegment(reversed.flat(), i)).toBe(true)
          }
        }
      }),
    )
  })

  test('does not contain a segment that is moved by a microdegree or longer', () => {
    fc.assert(
      fc.property(line, (positions) => {
        const set = new SegmentSet()
        const [[lat1, lon1], [lat2, lon2]] = positions as [[number, number], [number, number]]
        set.addLine([lat1, lon1, lat2, lon2])
        expect(set.hasSegment([lat1 + 1, lon1, lat2, lon2 + 7], 0)).toBe(false)
        expect(set.hasSegment([lat1 + 1, lon1 - 1, lat2 - 1, lon2 + 1], 0)).toBe(false)
        set.clear()
        expect(set.hasSegment([lat1, lon1, lat2, lon2], 0)).toBe(false)
      }),
    )
  })
})

describe('a tile archive', () => {
  const written = async (content: Buffer) => {
    const path = join(await mkdtemp(join(tmpdir(), 'tiles-')), 'routing.tar')
    await writeFile(path, content)
    return path
  }

  test.each([
    ['is empty', Buffer.alloc(0)],
    ['is not a tar', Buffer.alloc(4_096, 7)],
    [
      'does not start with an index',
      Buffer.concat([Buffer.from('2/000/1.gph\0'), Buffer.alloc(4_096)]),
    ],
  ])('is unavailable when it %s', async (_, content) => {
    await expect(openTileSet(await written(content))).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  })

  test('is unavailable when it does not exist', async () => {
    await expect(openTileSet(join(tmpdir(), 'no-such.tar'))).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  })
})

test('the tiles of the demo region mark their ferry, and no other edge, as a ferry', async () => {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, 'demo')
  const { tiles, call } = await openEngine({
    tileExtract: storage.localPath!(dataset.fileKey('routing.tar')),
  }).then((engine) => ({ tiles: engine.tiles, call: engine.call.bind(engine) }))
  const { from } = truth.ferry
  const { features } = await call<{
    features: { geometry: { coordinates: [number, number][] } }[]
  }>('expansion', {
    action: 'isochrone',
    locations: [from],
    costing: 'pedestrian',
    contours: [{ time: 60 }],
    generalize: 0,
  })
  const edges = features.map(({ geometry }) => geometry.coordinates)
  const ferries = await tiles.findFerries(edges)
  const lines = new Set(edges.filter((_, i) => ferries[i]).map((edge) => [...edge].sort().join()))
  expect(lines.size).toBe(1)
})
