import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../setup/suite.ts'
import { OsmDrawing } from '../osm-drawing.ts'
import { type TinyOsm, tinyOsm } from '../tiny-osm.ts'
import { type OsmItem, rewritten } from './rewritten.ts'

const nodes = [
  { lat: 46, lon: 7 },
  { lat: 46.01, lon: 7.02 },
  { lat: 46.03, lon: 7.01 },
]
const way = (tags: Record<string, string>) => ({ nodes: [1, 2, 3], tags })

async function plain(osm: Omit<TinyOsm, 'nodes'>) {
  const { isRewritten, before, after } = await rewritten(tinyOsm({ nodes, ...osm }))
  return { isRewritten: isRewritten[0]!, before: before[0]!, after: after[0]! }
}

describe('an extract that is prepared for the engine', () => {
  test.each(['viaduct', 'movable', 'covered', 'boardwalk', 'aqueduct'])(
    'turns bridge=%s into bridge=yes and changes nothing else',
    async (kind) => {
      const others = { highway: 'primary', name: kind, 'bridge:structure': kind, layer: '1' }
      const { before, after, isRewritten } = await plain({
        ways: [way({ ...others, bridge: kind }), way({ highway: 'track', name: 'bridge' })],
      })
      expect(isRewritten).toBe(true)
      const expected = before.map((item) =>
        item.tags?.bridge ? { ...item, tags: { ...item.tags, bridge: 'yes' } } : item,
      )
      expect(expected).not.toEqual(before)
      expect(after).toEqual(expected)
    },
  )

  test('turns avalanche galleries into tunnels, and leaves other tunnels unchanged', async () => {
    const { after } = await plain({
      ways: [
        way({ highway: 'primary', tunnel: 'avalanche_protector' }),
        way({ highway: 'footway', tunnel: 'building_passage' }),
        way({ waterway: 'stream', tunnel: 'culvert' }),
      ],
    })
    expect(after.flatMap(({ tags }) => tags?.tunnel ?? [])).toEqual([
      'yes',
      'building_passage',
      'culvert',
    ])
  })

  test.each([
    ['no bridges', [way({ highway: 'primary' })]],
    ['bridges that the engine understands', ['yes', 'no', '1'].map((bridge) => way({ bridge }))],
    ['vehicles with explicit access by kind', [way({ vehicle: 'no', motor_vehicle: 'yes' })]],
  ])('remains the original file when it contains %s', async (_, ways) => {
    expect((await plain({ ways })).isRewritten).toBe(false)
  })

  test('reuses a "yes" that the extract already contains', async () => {
    const { after } = await plain({
      ways: [way({ lit: 'yes', bridge: 'viaduct' }), way({ bridge: 'trestle', oneway: 'no' })],
    })
    expect(after.flatMap(({ tags }) => (tags?.bridge ? [tags] : []))).toEqual([
      { lit: 'yes', bridge: 'yes' },
      { bridge: 'yes', oneway: 'no' },
    ])
  })
})

describe('access by vehicle', () => {
  const road = { highway: 'residential' }

  test.each([
    [{ vehicle: 'destination' }, { motor_vehicle: 'destination', bicycle: 'destination' }],
    [{ vehicle: 'private' }, { motor_vehicle: 'private', bicycle: 'private' }],
    [{ vehicle: 'agricultural' }, { motor_vehicle: 'agricultural', bicycle: 'no' }],
    // The engine itself closes the road to bicycles.
    [{ vehicle: 'no' }, { motor_vehicle: 'no' }],
    [{ vehicle: 'private', bicycle: 'yes' }, { motor_vehicle: 'private' }],
    [{ vehicle: 'no', motor_vehicle: 'destination' }, {}],
    [
      { vehicle: 'destination', motorcar: 'no' },
      { motor_vehicle: 'destination', bicycle: 'destination' },
    ],
    [
      { 'vehicle:conditional': 'no @ (08:00-10:00)', 'bicycle:conditional': 'yes @ (06:00-07:00)' },
      { 'motor_vehicle:conditional': 'no @ (08:00-10:00)' },
    ],
  ] as [Record<string, string>, Record<string, string>][])(
    'adds to a way with %j the tags %j',
    async (stated, added) => {
      const { after } = await plain({ ways: [way({ ...road, ...stated })] })
      expect(after.at(-1)!.tags).toEqual({ ...road, ...stated, ...added })
    },
  )

  test.each([false, true])(
    'is copied from nodes to motor vehicles and bicycles (one by one: %s)',
    async (single) => {
      const drawing = new OsmDrawing()
      drawing.node(0, 0, { barrier: 'gate', vehicle: 'private' })
      drawing.node(10, 0)
      drawing.node(20, 0, { barrier: 'bollard', vehicle: 'yes', motor_vehicle: 'no' })
      const { after } = await rewritten(drawing.bytes({ plainNodes: single }))
      expect(after[0]!.flatMap(({ type, tags }) => (type === 'node' ? [tags ?? {}] : []))).toEqual([
        { barrier: 'gate', vehicle: 'private', motor_vehicle: 'private', bicycle: 'private' },
        {},
        { barrier: 'bollard', vehicle: 'yes', motor_vehicle: 'no', bicycle: 'yes' },
      ])
    },
  )
})

describe('an extract with any content', () => {
  const texts = [
    'highway',
    'bridge',
    'tunnel',
    'vehicle',
    'name',
    'yes',
    'no',
    'viaduct',
    'private',
    'é',
  ]
  const word = fc.constantFrom(...texts)
  const tags = fc.dictionary(fc.oneof(word, fc.string({ minLength: 1, maxLength: 8 })), word, {
    maxKeys: 5,
  })
  const map = fc.record({
    nodes: fc.array(tags, { minLength: 2, maxLength: 12 }),
    ways: fc.array(tags, { maxLength: 8 }),
    relations: fc.array(tags, { maxLength: 4 }),
    plainNodes: fc.boolean(),
  })

  /** Returns the item without the tags that may change. */
  function rest(item: OsmItem): OsmItem {
    const { bridge, tunnel, motor_vehicle, bicycle, ...others } = item.tags ?? {}
    return { ...item, tags: others }
  }

  test('has only its tags for bridges, tunnels and vehicles changed, and only once', async () => {
    await fc.assert(
      fc.asyncProperty(map, async ({ plainNodes, ...drawn }) => {
        const drawing = new OsmDrawing()
        const ids = drawn.nodes.map((tags, i) => drawing.node(10 * i, i * i, tags))
        const ways = drawn.ways.map((tags) => drawing.way(ids.slice(0, 3), tags))
        for (const tags of drawn.relations)
          drawing.relation(
            [
              ['node', ids[0]!, 'via'],
              ...ways.map((way) => ['way', way, ''] as ['way', number, string]),
            ],
            tags,
          )
        const { before, after, bytes } = await rewritten(drawing.bytes({ plainNodes }))
        expect(after[0]!.map(rest)).toEqual(before[0]!.map(rest))
        expect((await rewritten(bytes[0]!)).isRewritten).toEqual([false])
      }),
      { numRuns: runs(200) },
    )
  })
})
