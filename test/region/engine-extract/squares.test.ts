import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PointInRings } from '#ground/geo'
import { runs } from '../../setup/suite.ts'
import { OsmDrawing } from '../osm-drawing.ts'
import { type OsmItem, rewritten } from './rewritten.ts'

type Point = [x: number, y: number]

const square = { highway: 'pedestrian', area: 'yes', name: 'Marktplatz', surface: 'sett' }
const box: Point[] = [
  [0, 0],
  [80, 0],
  [80, 60],
  [0, 60],
]

/** Draws the nodes of an outline, with a street that leads outwards from each of the `entrances`. */
function outline(drawing: OsmDrawing, points: readonly Point[], entrances: readonly number[]) {
  const nodes = points.map((point) => drawing.node(...point))
  for (const i of entrances) {
    const [x, y] = points[i]!
    drawing.way([nodes[i]!, [x * 5 - 160, y * 5 - 120]], { highway: 'residential' })
  }
  return nodes
}

const ways = (items: readonly OsmItem[]) => items.filter(({ type }) => type === 'way')

async function waysOf(drawing: OsmDrawing) {
  const { before, after } = await rewritten(drawing.bytes())
  const [old, now] = [ways(before[0]!), ways(after[0]!)]
  const known = new Set(old.map(({ id }) => id))
  return { before: old, after: now, crossings: now.filter(({ id }) => !known.has(id)) }
}

describe('a square', () => {
  test('becomes a way around it and ways across it, between its entrances', async () => {
    const drawing = new OsmDrawing()
    const nodes = outline(drawing, box, [0, 2])
    const id = drawing.way([...nodes, nodes[0]!], square)
    const { before, after, crossings } = await waysOf(drawing)
    const { area, ...plain } = square
    expect(after.find((way) => way.id === id)!.tags).toEqual(plain)
    expect(crossings).toEqual([
      expect.objectContaining({ refs: [nodes[0], nodes[2]], tags: plain }),
    ])
    expect(crossings[0]!.id).toBeGreaterThan(Math.max(...before.map(({ id }) => id!)))
  })

  test.each([
    ['a multipolygon', {}, { type: 'multipolygon', highway: 'pedestrian', name: 'Forum' }],
    ['a footway', { highway: 'footway', area: 'yes', building: 'yes' }, undefined],
  ])('can be drawn as %s', async (_, tags, relation) => {
    const drawing = new OsmDrawing()
    const nodes = outline(drawing, box, [0, 2])
    const ids = [
      drawing.way(nodes.slice(0, 3), relation ? { name: 'wall' } : {}),
      drawing.way(relation ? [nodes[2]!, nodes[3]!, nodes[0]!] : [...nodes, nodes[0]!], tags),
    ]
    if (relation)
      drawing.relation(
        ids.map((id) => ['way', id, 'outer']),
        relation,
      )
    const { after, crossings } = await waysOf(drawing)
    expect(crossings.map(({ refs }) => refs)).toEqual([[nodes[0], nodes[2]]])
    const { type, ...given } = relation ?? { type: '', highway: 'footway' }
    const outlines = relation ? ids : ids.slice(1)
    for (const id of outlines) expect(after.find((way) => way.id === id)!.tags).toEqual(given)
  })

  test('is crossed beside its hole', async () => {
    const drawing = new OsmDrawing()
    const nodes = outline(drawing, box, [0, 1, 2])
    const outer = drawing.way([...nodes, nodes[0]!])
    const inner = drawing.box(35, 25, 45, 35, { building: 'yes' })
    const tags = { type: 'multipolygon', highway: 'pedestrian' }
    drawing.relation(
      [
        ['way', outer, 'outer'],
        ['way', inner, 'inner'],
      ],
      tags,
    )
    const { crossings } = await waysOf(drawing)
    // The diagonal would go through the hole, and the sides are the outline.
    expect(crossings).toEqual([])
  })

  test.each([
    ['building', { building: 'yes' }, []],
    ['fountain', { amenity: 'fountain' }, []],
    ['wall', { barrier: 'wall' }, []],
    ['car park below', { building: 'yes', layer: '-1' }, [[0, 2]]],
    ['flower bed', { landuse: 'flowerbed' }, [[0, 2]]],
  ] as [string, Record<string, string>, number[][]][])(
    'is crossed where the %s in the middle permits',
    async (_, tags, pairs) => {
      const drawing = new OsmDrawing()
      const nodes = outline(drawing, box, [0, 2])
      drawing.way([...nodes, nodes[0]!], square)
      drawing.box(35, 25, 45, 35, tags)
      const { crossings } = await waysOf(drawing)
      expect(crossings.map(({ refs }) => refs)).toEqual(
        pairs.map((pair) => pair.map((i) => nodes[i])),
      )
    },
  )

  test('is not crossed when closed to walkers, unconnected, or as narrow as a pavement', async () => {
    const drawing = new OsmDrawing()
    const closed = outline(drawing, box, [0, 2])
    drawing.way([...closed, closed[0]!], { ...square, foot: 'no' })
    const far = box.map(([x, y]): Point => [x + 5_000, y])
    const alone = outline(drawing, far, [])
    drawing.way([...alone, alone[0]!], square)
    drawing.way([alone[0]!, [4_900, 0], alone[2]!], { highway: 'footway' })
    const strip = box.map(([x, y]): Point => [x - 5_000, y / 20])
    const pavement = outline(drawing, strip, [0, 2])
    const id = drawing.way([...pavement, pavement[0]!], square)
    const { after, crossings } = await waysOf(drawing)
    expect(crossings).toEqual([])
    expect(after.find((way) => way.id === id)!.tags).toEqual(square)
    expect(after.filter(({ tags }) => tags?.area).length).toBe(2)
  })

  test('is entered by ways of another file', async () => {
    const square1 = new OsmDrawing()
    const nodes = outline(square1, box, [])
    const id = square1.way([...nodes, nodes[0]!], square)
    const streets = new OsmDrawing()
    for (const [i, point] of box.entries()) streets.node(...point, {}, nodes[i]!)
    streets.way([nodes[0]!, streets.node(-100, 0, {}, 900)], { highway: 'residential' }, 901)
    streets.way([nodes[2]!, streets.node(200, 60, {}, 902)], { highway: 'residential' }, 903)
    const { after } = await rewritten(square1.bytes(), streets.bytes())
    expect(ways(after[0]!).map((way) => [way.id, way.refs])).toEqual([
      [id, [...nodes, nodes[0]]],
      [904, [nodes[0], nodes[2]]],
    ])
    expect(ways(after[1]!).map((way) => way.id)).toEqual([901, 903])
  })

  // A star around the origin: simple, and rarely convex.
  const star = fc.array(
    fc.record({ reach: fc.integer({ min: 15, max: 100 }), isEntrance: fc.boolean() }),
    {
      minLength: 4,
      maxLength: 14,
    },
  )

  test('is crossed within its outline for any shape, with the same result each time', async () => {
    let crossed = 0
    await fc.assert(
      fc.asyncProperty(star, async (corners) => {
        const points = corners.map(({ reach }, i): Point => {
          const angle = (2 * Math.PI * i) / corners.length
          return [reach * Math.cos(angle), reach * Math.sin(angle)]
        })
        const drawing = new OsmDrawing()
        const nodes = points.map((point) => drawing.node(...point))
        for (const [i, { isEntrance }] of corners.entries())
          if (isEntrance) drawing.way([nodes[i]!, [3_000, 40 * i]], { highway: 'residential' })
        drawing.way([...nodes, nodes[0]!], square)
        const { after, bytes } = await rewritten(drawing.bytes())
        const items = after[0]!
        const inside = new PointInRings([[...points, points[0]!].flat()])
        const at = new Map(nodes.map((node, i) => [node, points[i]!]))
        const entrances = nodes.filter((_, i) => corners[i]!.isEntrance)
        for (const { refs, tags } of ways(items)) {
          if (tags!.highway !== 'pedestrian' || refs!.length > 2) continue
          crossed++
          expect(entrances).toEqual(expect.arrayContaining(refs!))
          const [a, b] = refs!.map((ref) => at.get(ref)!) as [Point, Point]
          for (const share of [0.05, 0.3, 0.5, 0.7, 0.95])
            expect(inside.has(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))).toBe(
              true,
            )
        }
        const ids = ways(items).map(({ id }) => id!)
        expect(ids).toEqual(ids.toSorted((a, b) => a - b))
        expect((await rewritten(drawing.bytes())).bytes).toEqual(bytes)
      }),
      { numRuns: runs(300) },
    )
    expect(crossed).toBeGreaterThan(50)
  })
})
