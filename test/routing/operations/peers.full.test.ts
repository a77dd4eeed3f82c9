import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { type Engine, findRoute, openEngine } from '#routing/operations'
import { RouteRequest } from '#routing/schemas'
import { buildRegion } from '../../../region/index.ts'
import { andorraEngine } from '../../fixtures/andorra.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
// Coordinates and distances that the tests of GraphHopper (Apache 2.0, July 2026) expect of its car, bike
// and foot profiles, on extracts of 2013; our extracts are of 2021. `shortest` marks profiles that nearly
// minimise distance. The figures of `differs` were measured on both extracts.
import routes from './graphhopper-routes.json' with { type: 'json' }

const maxDifference = 0.05

async function monacoEngine(home: string): Promise<Engine> {
  const storage = await openStorage({ CAIRN_HOME: home })
  const osm = realRegion('monaco/monaco.osm.pbf')!
  const dem = realRegion('monaco/N43E007.hgt')!
  await buildRegion({ name: 'monaco', osm: [osm], dem: [dem], storage, home })
  const dataset = await openDataset(storage, 'monaco')
  return openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
}

async function lengthOf(engine: Engine, { travel, locations, shortest }: (typeof routes)[number]) {
  // Each flight of stairs would count as 30 m.
  const stairs = travel === 'pedestrian' && shortest ? { step_penalty: 0 } : {}
  const travel_options = { [travel]: { shortest, ...stairs } }
  const request = RouteRequest.parse({ locations, travel, travel_options })
  return (await findRoute(engine, request, { warn: () => {} })).route.distance_meters
}

describe.each([
  ['andorra', 'N42E001.hgt', andorraEngine],
  ['monaco', 'N43E007.hgt', monacoEngine],
] as const)('routes in %s', (region, dem, open) => {
  const missing = [`${region}/${region}.osm.pbf`, `${region}/${dem}`].filter((f) => !realRegion(f))
  describe.skipIf(missing.length > 0)(`(needs ${region} in CAIRN_REGIONS)`, () => {
    let engine: Engine
    let home: string

    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'peers-'))
      engine = await open(home)
    }, 120_000)

    afterAll(() => rm(home, { recursive: true, force: true }))

    const here = routes.filter((route) => route.region === region)

    test.each(here.filter(({ differs }) => differs === undefined))(
      'is as long as with GraphHopper by $travel: $distance_meters m ($source)',
      async (route) => {
        const ratio = (await lengthOf(engine, route)) / route.distance_meters
        expect(Math.abs(ratio - 1)).toBeLessThan(maxDifference)
      },
    )

    test.each(here.filter(({ differs }) => differs !== undefined))(
      'differs by $travel from the $distance_meters m of GraphHopper: $differs',
      async (route) => {
        // Remove a reason that no longer holds.
        const ratio = (await lengthOf(engine, route)) / route.distance_meters
        expect(Math.abs(ratio - 1)).toBeGreaterThan(maxDifference)
        expect(ratio).toBeLessThan(1.3)
        expect(ratio).toBeGreaterThan(0.7)
      },
    )
  })
})
