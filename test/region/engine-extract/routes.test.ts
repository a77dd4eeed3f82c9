import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
import { type Engine, openEngine } from '#routing/operations'
import { buildRegion } from '../../../region/index.ts'
import { OsmDrawing } from '../osm-drawing.ts'

type Point = [x: number, y: number]
type Costing = 'auto' | 'bicycle' | 'pedestrian'

const home = mkdtempSync(join(tmpdir(), 'cairn-squares-'))
afterAll(() => rm(home, { recursive: true }))

// Zagreb, where the engine uses the time zone of Belgrade.
const drawing = new OsmDrawing(45.8, 15.98)
const street = { highway: 'residential' }
const square = { highway: 'pedestrian', area: 'yes', name: 'Marktplatz' }

/** Draws streets that end at opposite corners of a square of 120 m by 90 m, and a road around it. */
function drawSquare(y: number, drawOutline: (corners: number[]) => void): void {
  const corners = [drawing.node(0, y), drawing.node(120, y)]
  corners.push(drawing.node(120, y + 90), drawing.node(0, y + 90))
  const [west, east] = [drawing.node(-200, y), drawing.node(320, y + 90)]
  drawing.way([west, corners[0]!], street)
  drawing.way([corners[2]!, east], street)
  drawing.way([west, [-200, y - 800], [320, y - 800], east], street)
  drawOutline(corners)
}

/** Draws a straight road with a restricted middle part, and a road around that part, six times its length. */
function drawRestriction(y: number, tags: Record<string, string>): void {
  const nodes = [-200, 0, 400, 600].map((x) => drawing.node(x, y))
  drawing.way(nodes.slice(0, 2), street)
  drawing.way(nodes.slice(1, 3), { ...street, ...tags })
  drawing.way(nodes.slice(2), street)
  drawing.way([nodes[1]!, [0, y + 1_000], [400, y + 1_000], nodes[2]!], street)
}

const restrictions: [tags: Record<string, string>, closedTo: Costing[]][] = [
  [{}, []],
  [{ vehicle: 'no' }, ['auto', 'bicycle']],
  [{ vehicle: 'agricultural' }, ['auto', 'bicycle']],
  // The engine's penalty of 10 minutes is shorter than a cyclist's way around.
  [{ vehicle: 'destination' }, ['auto']],
  [{ vehicle: 'private' }, ['auto']],
  [{ vehicle: 'private', motor_vehicle: 'yes' }, []],
  [{ vehicle: 'agricultural', bicycle: 'yes' }, ['auto']],
  [{ access: 'no', vehicle: 'yes', foot: 'yes' }, []],
]
/** Tags that close a road from 8 to 10 in the morning. */
const byTheHour: [tags: Record<string, string>, closedTo: Costing[]][] = [
  [{ 'motor_vehicle:conditional': 'no @ (08:00-10:00)' }, ['auto']],
  [{ 'access:conditional': 'no @ (08:00-10:00)' }, ['auto', 'bicycle', 'pedestrian']],
  [{ 'vehicle:conditional': 'no @ (08:00-10:00)' }, ['auto', 'bicycle']],
]
const yOf = (i: number): number => 6_000 + 2_000 * i

let engine: Engine
beforeAll(async () => {
  drawSquare(0, (corners) => drawing.way([...corners, corners[0]!], square))
  drawSquare(3_000, (corners) => {
    const ways = [drawing.way(corners.slice(0, 3)), drawing.way([...corners.slice(2), corners[0]!])]
    drawing.relation(
      ways.map((way) => ['way', way, 'outer']),
      { ...square, type: 'multipolygon' },
    )
  })
  for (const [i, [tags]] of [...restrictions, ...byTheHour].entries()) drawRestriction(yOf(i), tags)
  const osm = join(home, 'squares.osm.pbf')
  await mkdir(join(home, 'data'))
  await writeFile(osm, drawing.bytes())
  const storage = new LocalStorage(join(home, 'data'))
  await buildRegion({ name: 'squares', osm: [osm], dem: [], storage, home })
  const { fileKey } = await openDataset(storage, 'squares')
  engine = await openEngine({ tileExtract: storage.localPath(fileKey('routing.tar')) })
})

async function meters(costing: Costing, from: Point, to: Point): Promise<number> {
  const locations = [drawing.at(...from), drawing.at(...to)]
  const { trip } = await engine.route({ locations, costing })
  return trip.summary.length * 1_000
}

describe.each([
  ['a way', 0],
  ['a multipolygon', 3_000],
])('a square drawn as %s', (_, y) => {
  const [from, to]: [Point, Point] = [
    [-150, y],
    [270, y + 90],
  ]
  const straight = 150 + 150 + Math.hypot(120, 90)
  const around = 2 * 800 + 90 + 520 - 100

  test('is crossed on foot, straight from corner to corner', async () => {
    expect(Math.abs((await meters('pedestrian', from, to)) - straight)).toBeLessThan(5)
  })

  test.each(['auto', 'bicycle'] as const)('is not crossed by %s', async (costing) => {
    expect(await meters(costing, from, to)).toBeGreaterThan(around)
  })

  test('appears by name in the instructions', async () => {
    const locations = [drawing.at(...from), drawing.at(...to)]
    const { trip } = await engine.route({ locations, costing: 'pedestrian' })
    const names = trip.legs[0]!.maneuvers.flatMap(({ street_names = [] }) => street_names)
    expect(names).toContain('Marktplatz')
  })

  test('can be the start of a walk, from its middle', async () => {
    const walk = await meters('pedestrian', [60, y + 45], to)
    expect(Math.abs(walk - straight / 2)).toBeLessThan(5)
  })
})

describe('a road with restricted access by vehicle', () => {
  test.each(restrictions.map(([tags, closedTo], i) => [tags, closedTo, i] as const))(
    'is closed by %j to through traffic by %j',
    async (_, closedTo, i) => {
      for (const costing of ['auto', 'bicycle', 'pedestrian'] as const) {
        const length = await meters(costing, [-150, yOf(i)], [550, yOf(i)])
        const expected = closedTo.includes(costing) ? 2_700 : 700
        expect(Math.abs(length - expected), costing).toBeLessThan(10)
      }
    },
  )
})

describe('a road that is closed at certain hours', () => {
  const travel = async (costing: Costing, i: number, value?: string) => {
    const y = yOf(restrictions.length + i)
    const locations = [drawing.at(-150, y), drawing.at(550, y)]
    const time = value ? { date_time: { type: 1, value } } : {}
    return (await engine.route({ locations, costing, ...time })).trip
  }

  test.each(byTheHour.map(([tags, closedTo], i) => [tags, closedTo, i] as const))(
    'is closed by %j to %j for a departure within these hours',
    async (_, closedTo, i) => {
      for (const costing of ['auto', 'bicycle', 'pedestrian'] as const) {
        const lengths = []
        for (const time of ['2026-07-01T09:00', '2026-07-01T11:00', undefined])
          lengths.push(Math.round((await travel(costing, i, time)).summary.length * 10) / 10)
        expect(lengths, costing).toEqual([closedTo.includes(costing) ? 2.7 : 0.7, 0.7, 0.7])
      }
    },
  )

  test.each([
    ['2026-07-01T11:00', '+02:00'],
    ['2026-01-10T11:00', '+01:00'],
  ])('is reached at a local time (%s is %s)', async (time, offset) => {
    const { locations } = (await travel('pedestrian', 0, time)) as unknown as {
      locations: Record<string, unknown>[]
    }
    expect(locations[1]).toMatchObject({
      time_zone_offset: offset,
      time_zone_name: 'Europe/Belgrade',
    })
  })
})
