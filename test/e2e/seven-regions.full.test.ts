import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import type { Bounds, LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { operations } from '../../functions/operations.ts'
import { seeded } from '../fixtures/random.ts'
import { generatedRequests } from '../fixtures/requests/index.ts'
import { type Answer, homeOver, startServer, type TestServer } from '../fixtures/server.ts'
import {
  buildSevenRegions,
  hasElevation,
  hasSevenRegions,
  type RealRegion,
  sevenRegions,
} from '../fixtures/seven-regions.ts'
import { type Ground, transplant } from '../fixtures/transplant.ts'

/** Number of requests to compare, over all regions; `CAIRN_REGION_REQUESTS` overrides it. */
const count = Number(process.env.CAIRN_REGION_REQUESTS ?? 300)
const seed = Number(process.env.CAIRN_REGION_SEED ?? 7)

/** Operations that search all regions by a text unless a region is named, each with the field that names it. */
const regionField: Readonly<Record<string, string>> = {
  'geocoding/search': 'region',
  'geocoding/autocomplete': 'region',
  'geocoding/structured-search': 'served_region',
  'geocoding/batch': 'region',
  'geocoding/place': 'region',
  'geocoding/places': 'region',
  'routing/find-and-route': 'region',
  'ai/parse-address': 'region',
  'ai/query': 'region',
}

/** Maximum length of a request, in characters: longer ones do not fit into a query. */
const maxCharacters = 7000

/** Operations that merge the results of several regions into one list. */
const merged = ['geocoding/search', 'geocoding/autocomplete', 'geocoding/structured-search']

/** Operations that need elevation: in a region without it, 503 is the right answer. */
const needsElevation = ['routing/elevation', 'predict']

interface Session {
  server: TestServer
  key: string
}

async function start(home: string, regions: string): Promise<Session> {
  const env = { REGION: regions, CAIRN_WORKERS: '1', CAIRN_WEATHER: 'off' }
  const server = await startServer(homeOver(home), env)
  const { key, account_id } = await server.newKey('1000.00')
  await server.keys('grant', 'predict', account_id)
  return { server, key }
}

async function ask({ server, key }: Session, id: string, request: object): Promise<Answer> {
  const operation = operations.find((each) => each.id === id)!
  return await server.call(operation, request as Record<string, unknown>, key)
}

/** Collects positions on roads and names of places in a region, from its own server. */
async function groundOf(session: Session, bounds: Bounds, random: () => number): Promise<Ground> {
  const at = (min: number, max: number) => min + random() * (max - min)
  const locations = Array.from({ length: 100 }, () => ({
    lat: at(bounds.min_lat, bounds.max_lat),
    lon: at(bounds.min_lon, bounds.max_lon),
  }))
  const located = await ask(session, 'routing/locate', { locations, travel: 'auto' })
  const onRoad: LatLon[] = located.json.locations.flatMap(
    ({ snapped }: { snapped: LatLon | null }) => (snapped ? [snapped] : []),
  )
  const names = new Set<string>()
  for (const { lat, lon } of onRoad.slice(0, 12)) {
    const found = await ask(session, 'geocoding/reverse', { lat, lon, size: 5 })
    for (const { name } of found.json.results) names.add(name)
  }
  return { bounds, onRoad, names: [...names], random }
}

/** Returns the parts of an answer that must be equal, without ids of calls, times and names of served regions. */
function comparable({ status, headers, json }: Answer): object {
  const text = JSON.stringify(json, (key, value) => (key === 'processing_time_ms' ? 0 : value))
  return { status, charged: headers.get('x-charged'), json: JSON.parse(unnamed(text)) }
}

/** Replaces names of regions in messages and warnings, so that one region and seven have the same words. */
function unnamed(text: string): string {
  return text
    .replace(/: it lies outside the regions? (\([^)]*\)|[a-z, -]+)(; with [a-z -]+)?\./g, '.')
    .replace(/The area lies outside the data of [^"]*/g, 'The area lies outside the data.')
    .replace(
      /(this region|the regions? [a-z-]+(, [a-z-]+)*( and [a-z-]+)?)(?=[;:",. ])/g,
      'the region',
    )
    .replace(/outside the regions: none of their areas/g, 'outside the region: none of its areas')
}

/** Share of requests outside their schema that are kept: all of them answer 400 in the same way. */
const brokenShare = 0.1

/** Yields requests on a region without end, for each operation in turn. */
function* requestsFor(
  ground: Ground,
  seed: number,
): Generator<{ id: string; request: Record<string, unknown> }, never> {
  for (let round = 0; ; round++) {
    for (const [id, requests] of Object.entries(generatedRequests)) {
      const { input } = operations.find((each) => each.id === id)!
      const [request] = fc.sample(requests, { numRuns: 1, seed: seed + round })
      if (typeof request !== 'object' || request === null || Array.isArray(request)) continue
      const there = transplant(request, ground) as Record<string, unknown>
      // This operation has no field that names the region of a text.
      if (id === 'routing/isochrone' && typeof there.from === 'string') {
        const { lat, lon } = ground.onRoad[round % ground.onRoad.length]!
        there.from = `${lat}, ${lon}`
      }
      const isBroken = !input.safeParse(there).success
      if (isBroken && ground.random() > brokenShare) continue
      if (JSON.stringify(there).length < maxCharacters) yield { id, request: there }
    }
  }
}

const describeOnSeven = hasSevenRegions ? describe : describe.skip

describeOnSeven('a server of seven regions', () => {
  const home = join(inject('builtHome'), 'seven-regions')
  let seven: Session
  const counts = { equal: 0, merged: 0, byStatus: new Map<string, number>() }

  beforeAll(async () => {
    await buildSevenRegions(home)
    seven = await start(home, sevenRegions.join())
  }, 900_000)
  afterAll(async () => {
    await seven?.server.stop()
    const statuses = JSON.stringify(Object.fromEntries([...counts.byStatus].sort()))
    console.log(`equal ${counts.equal}, merged lists ${counts.merged}, by status: ${statuses}`)
  })

  async function compare(one: Session, region: RealRegion, id: string, request: object) {
    const field = regionField[id]
    const isNamed = field !== undefined
    const named = isNamed ? { ...request, [field]: region } : request
    const [ofSeven, ofOne] = await Promise.all([ask(seven, id, named), ask(one, id, named)])
    const answers = [ofSeven, ofOne].map((each) => JSON.stringify(comparable(each)).slice(0, 600))
    const text = [`${region} ${id} ${JSON.stringify(named)}`.slice(0, 2000), ...answers].join('\n')
    const isOurFault = ofOne.status === 503 && needsElevation.includes(id) && !hasElevation(region)
    if (isOurFault) {
      // The region itself lacks elevation; for positions outside every region, regions with elevation answer.
      expect([200, 400, 422, 503], text).toContain(ofSeven.status)
      if (ofSeven.status === 503) expect(comparable(ofSeven), text).toEqual(comparable(ofOne))
    } else expect(comparable(ofSeven), text).toEqual(comparable(ofOne))
    counts.equal++
    const key = `${ofSeven.status}${ofSeven.status === 200 ? '' : ` ${ofSeven.json.error}`}`
    counts.byStatus.set(key, (counts.byStatus.get(key) ?? 0) + 1)
    if (merged.includes(id) && ofOne.status === 200) await compareMerged(one, id, request)
  }

  /** Expects a merged list to contain the results of a region unchanged and in their order. */
  async function compareMerged(one: Session, id: string, request: object): Promise<void> {
    const [ofSeven, ofOne] = await Promise.all([
      ask(seven, id, { ...request, size: 10 }),
      ask(one, id, { ...request, size: 10 }),
    ])
    const text = `${id} ${JSON.stringify(request)}`.slice(0, 3000)
    expect(ofSeven.status, text).toBe(ofOne.status)
    if (ofSeven.status !== 200) return
    const own = (ofOne.json.results as object[]).map((each) => JSON.stringify(each))
    const ownOfSeven = (ofSeven.json.results as object[])
      .map((each) => JSON.stringify(each))
      .filter((each) => own.includes(each))
    expect(
      own.filter((each) => ownOfSeven.includes(each)),
      text,
    ).toEqual(ownOfSeven)
    // The list contains the result with the highest confidence in any region.
    if (ofSeven.json.results.length < 10 && own.length > 0)
      expect(ofSeven.json.results[0].confidence, text).toBeGreaterThanOrEqual(
        ofOne.json.results[0].confidence,
      )
    counts.merged++
  }

  const perRegion = Math.ceil(count / sevenRegions.length)
  test.each(sevenRegions.map((region, i) => ({ region, i })))(
    `answers ${perRegion} generated requests as $region alone does`,
    { timeout: 3_600_000 },
    async ({ region, i }) => {
      const one = await start(home, region)
      try {
        const dataset = await openDataset(await openStorage({ CAIRN_HOME: home }), region)
        const random = seeded(seed + i)
        const differences: string[] = []
        const ground = await groundOf(one, dataset.manifest.coverage!.areas[0]!, random)
        const drawn = requestsFor(ground, seed + 1000 * i)
        for (let compared = 0; compared < perRegion; compared++) {
          const { id, request } = drawn.next().value
          await compare(one, region, id, request).catch((error: Error) => {
            differences.push(error.message)
          })
        }
        expect(differences).toEqual([])
      } finally {
        await one.server.stop()
      }
    },
  )
})
