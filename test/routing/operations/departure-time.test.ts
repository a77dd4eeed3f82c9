import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import type { LatLon } from '#ground/geo'
import { LocalStorage } from '#platform/storage'
import { type Engine, findMatrix, findRoute, openEngine } from '#routing/operations'
import { MatrixRequest, RouteRequest, travelTypes } from '#routing/schemas'
import { buildRegion } from '../../../region/index.ts'
import { plainTiles } from '../../fixtures/tiles.ts'
import { OsmDrawing } from '../../region/osm-drawing.ts'
import { northward, tripOf } from './route/trips.ts'

const home = mkdtempSync(join(tmpdir(), 'cairn-departure-'))
afterAll(() => rm(home, { recursive: true }))

// Porto uses Lisbon's time zone, an hour from the rest of the Iberian peninsula.
const drawing = new OsmDrawing(41.15, -8.6)
const [from, to] = [drawing.at(-180, 0), drawing.at(580, 0)] as [LatLon, LatLon]
const morning = '2026-07-01T09:00'
const evening = '2026-07-01T21:00'

let engine: Engine
beforeAll(async () => {
  // A road that is closed to cars from 8 to 10, and a road around it, six times its length.
  const street = { highway: 'residential' }
  const nodes = [-200, 0, 400, 600].map((x) => drawing.node(x, 0))
  drawing.way(nodes.slice(0, 2), street)
  const closure = { 'motor_vehicle:conditional': 'no @ (08:00-10:00)' }
  drawing.way(nodes.slice(1, 3), { ...street, ...closure })
  drawing.way(nodes.slice(2), street)
  drawing.way([nodes[1]!, [0, 1_000], [400, 1_000], nodes[2]!], street)

  const osm = join(home, 'town.osm.pbf')
  await writeFile(osm, drawing.bytes())
  await mkdir(join(home, 'data'))
  const storage = new LocalStorage(join(home, 'data'))
  await buildRegion({ name: 'town', osm: [osm], dem: [], storage, home: join(home, 'work') })
  const dataset = await openDataset(storage, 'town')
  engine = await openEngine({ tileExtract: storage.localPath(dataset.fileKey('routing.tar')) })
})

async function routeWith(more: object, asked = engine) {
  const warnings: string[] = []
  const request = RouteRequest.parse({ locations: [from, to], ...more })
  const { route } = await findRoute(asked, request, { warn: (text) => warnings.push(text) })
  return { ...route, warnings }
}

describe('a departure time', () => {
  test('closes a road at certain hours, for the affected travel types', async () => {
    for (const travel of travelTypes) {
      const [early, late] = [
        await routeWith({ travel, departure_time: morning }),
        await routeWith({ travel, departure_time: evening }),
      ]
      const isOpen = travel === 'pedestrian' || travel === 'bicycle'
      expect(late.distance_meters).toBeLessThan(900)
      if (isOpen) expect(early.distance_meters).toBe(late.distance_meters)
      else expect(early.distance_meters).toBeGreaterThan(2_000)
    }
  })

  test('adds their local time to the waypoints', async () => {
    const { waypoints, duration_seconds } = await routeWith({ departure_time: morning })
    const [start, end] = waypoints.map(({ local_time }) => new Date(local_time!))
    expect(waypoints[0]!.local_time).toBe('2026-07-01T09:00+01:00')
    expect(waypoints[1]!.local_time).toMatch(/^2026-07-01T09:\d\d\+01:00$/)
    expect(Math.abs((end!.getTime() - start!.getTime()) / 1000 - duration_seconds)).toBeLessThan(61)
  })

  test('closes matrix cells at the same hours', async () => {
    for (const departure_time of [morning, evening]) {
      for (const travel of travelTypes) {
        const request = MatrixRequest.parse({
          sources: [from, to, from],
          targets: [to, from],
          travel,
          departure_time,
        })
        const { matrix } = await findMatrix(engine, request, { warn: () => {} })
        const { distance_meters } = await routeWith({ travel, departure_time })
        expect(Math.abs(matrix[0]![0]!.distance_meters - distance_meters)).toBeLessThan(3)
        expect(matrix[2]).toEqual(matrix[0])
      }
    }
  })

  test('is optional: without it roads count as open, with a warning about timed closures', async () => {
    const { distance_meters, warnings, waypoints } = await routeWith({})
    expect(distance_meters).toBeLessThan(900)
    expect(waypoints[0]).not.toHaveProperty('local_time')
    expect(warnings).toContainEqual(expect.stringMatching(/closed at times: send departure_time/))
  })

  test('prevents alternates, with a warning', async () => {
    const { warnings } = await routeWith({ departure_time: evening, alternates: 1 })
    expect(warnings).toContainEqual('ignored alternates: none are found with departure_time')
  })

  test('is ignored with a warning where a region has no time zones', async () => {
    const trip = tripOf([northward(42.5, Array(41).fill(1_000))])
    const zoneless = { route: async () => ({ trip }), tiles: plainTiles } as unknown as Engine
    const { warnings } = await routeWith({ departure_time: morning }, zoneless)
    expect(warnings).toContainEqual(expect.stringMatching(/^ignored departure_time: .*time zones/))
  })

  test.each(['2026-02-30T10:00', '2026-07-01T09:00Z', '1999-07-01T09:00', '2026-07-01', 'noon', 9])(
    'is refused as %j',
    (departure_time) => {
      const locations = [from, to]
      expect(RouteRequest.safeParse({ locations, departure_time }).success).toBe(false)
      const ends = { sources: locations, targets: locations }
      expect(MatrixRequest.safeParse({ ...ends, departure_time }).success).toBe(false)
    },
  )

  test('cannot be combined with exclusions in a matrix', () => {
    const ends = { sources: [from], targets: [to], departure_time: morning }
    expect(MatrixRequest.safeParse({ ...ends, exclude_locations: [] }).success).toBe(true)
    const { error } = MatrixRequest.safeParse({ ...ends, exclude_locations: [from] })
    expect(error?.issues[0]?.path).toEqual(['departure_time'])
  })
})
