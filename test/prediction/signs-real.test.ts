import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import type { LatLon } from '#ground/geo'
import { type Landscape, openLandscape } from '#ground/landscape'
import { openStorage } from '#platform/storage'
import { type ProbabilityMap, profiles } from '#prediction'
import type { GroundClass } from '#prediction/ground'
import { seeded } from '../fixtures/random.ts'
import { flatGroundOf } from '../fixtures/real-ground.ts'
import { realRegion } from '../fixtures/real-regions.ts'
import { cases, withCampaigns } from '../setup/suite.ts'
import { incidentAt, mapOn } from './incidents.ts'
import { factorsOf, ratiosByRing, sharesOf } from './signs.ts'

interface Region {
  name: string
  radiusMeters: number
  open: () => Promise<Landscape>
}

const flat = (name: string, radiusMeters: number): Region => ({
  name,
  radiusMeters,
  async open() {
    const osm = realRegion(`${name}/${name}.osm.pbf`)!
    const { landscape } = await flatGroundOf(osm, name, mkdtempSync(join(tmpdir(), 'ground-')))
    return landscape
  },
})

const andorra: Region = {
  name: 'andorra',
  radiusMeters: 2_000,
  async open() {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    return await openLandscape(storage, await openDataset(storage, 'andorra'))
  },
}

// The ground of Porto takes half a minute to draw.
const regions = [andorra, flat('helsinki', 500), flat('porto', 2_000)].filter(
  ({ name }) => name !== 'porto' || withCampaigns,
)
const isThere = ({ name }: Region) => realRegion(`${name}/${name}.osm.pbf`) !== undefined

for (const region of regions)
  describe.skipIf(!isThere(region))(`on the ground of ${region.name}`, () => {
    const { open, radiusMeters } = region
    const maps: Record<string, ProbabilityMap[]> = {}

    beforeAll(async () => {
      const landscape = await open()
      const origins = await originsOn(landscape, cases({ quick: 3, full: 8 }))
      for (const profile of profiles) {
        maps[profile] = []
        for (const origin of origins) {
          const incident = incidentAt(origin, { profile, radiusMeters })
          maps[profile].push(await mapOn(landscape, incident, { terms: { effort: false } }))
        }
      }
    }, 300_000)

    /** Returns the mean ratio, over all rings and origins, of hexagons mostly of a class to mostly open ones. */
    const ratioToOpen = (profile: (typeof profiles)[number], name: GroundClass, least: number) => {
      const ratios = maps[profile]!.flatMap((map) => {
        const [shares, open] = [sharesOf(map, name), sharesOf(map, 'open')]
        const isOfClass = (hex: number) => shares[hex]! > least && shares[hex]! + open[hex]! > 0.85
        return ratiosByRing(map, isOfClass, (hex) => open[hex]! > 0.85)
      })
      return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
    }

    test('wood has more finds than open ground for the despondent', () => {
      const ratio = ratioToOpen('despondent', 'wood', 0.6)
      if (!Number.isNaN(ratio)) expect(ratio).toBeGreaterThan(1.2)
    })

    test.each(profiles)('roads and buildings have more finds than open ground: %s', (profile) => {
      for (const name of ['road_path', 'structure'] as const) {
        const ratio = ratioToOpen(profile, name, 0.2)
        if (!Number.isNaN(ratio)) expect(ratio, name).toBeGreaterThan(1.1)
      }
    })

    test.each(profiles)('no hexagon gains over 6 times, or loses over 13: %s', (profile) => {
      for (const map of maps[profile]!) {
        const factors = factorsOf(map)
        expect(Math.max(...factors)).toBeLessThan(6)
        expect(Math.min(...factors)).toBeGreaterThan(1 / 13)
      }
    })

    test.each(profiles)('unmapped ground keeps its probability by distance: %s', (profile) => {
      for (const map of maps[profile]!) {
        const unmapped = sharesOf(map, 'unmapped')
        factorsOf(map).forEach((factor, hex) => {
          if (unmapped[hex]! > 1 - 1e-9) expect(factor).toBeCloseTo(1, 9)
        })
      }
    })
  })

/** Draws origins on roads and at buildings, well inside the data, with a fixed seed. */
async function originsOn(landscape: Landscape, count: number): Promise<LatLon[]> {
  const { bounds } = landscape
  const random = seeded(41)
  const draws = 20_000
  const lats = new Float64Array(draws)
  const lons = new Float64Array(draws)
  const inset = (min: number, max: number) => min + (max - min) * (0.25 + 0.5 * random())
  for (let i = 0; i < draws; i++) {
    lats[i] = inset(bounds.min_lat, bounds.max_lat)
    lons[i] = inset(bounds.min_lon, bounds.max_lon)
  }
  const view = await landscape.view(bounds)
  const [structure, road] = [
    view.sample('structure', { lats, lons }),
    view.sample('road', { lats, lons }),
  ]
  const places = [...lats.keys()].filter((i) => structure[i]! <= 10 || road[i]! <= 5)
  return places.slice(0, count).map((i) => ({ lat: lats[i]!, lon: lons[i]! }))
}
