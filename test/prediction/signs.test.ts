import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LandCover } from '#ground/landscape'
import { profiles } from '#prediction'
import type { GroundClass } from '#prediction/ground'
import { classifyLine } from '../../region/features/index.ts'
import { type Ground, type GroundAt, woodAndField } from '../fixtures/landscape.ts'
import { runs } from '../setup/suite.ts'
import { incidentAt, mapOn, profile, zurich } from './incidents.ts'
import {
  factorOn,
  factorsOf,
  lowestRatio,
  mixedCountry,
  pureGround,
  sectors,
  sharesOf,
} from './signs.ts'

/** Maximum factor between the density of a class and of open ground, in either direction. */
const maxFactor = 6

/** Share of a hexagon entirely of one class: shares are sums over points, with rounding. */
const allOf = 1 - 1e-9

const few = { numRuns: runs(6) }
const withoutEffort = { terms: { effort: false } }
const edge = fc.integer({ min: -250, max: 250 })

describe('ground with more finds than open ground', () => {
  test('includes wood, its inside too, for the despondent', async () => {
    await fc.assert(
      fc.asyncProperty(edge, fc.boolean(), async (east, isEffortOn) => {
        const map = await mapOn(
          woodAndField(east),
          incidentAt(zurich, { profile: 'despondent' }),
          isEffortOn ? {} : withoutEffort,
        )
        const easts = map.grid.east
        const ratio = lowestRatio(
          map,
          (hex) => easts[hex]! < east - 120,
          (hex) => easts[hex]! > east + 120,
        )
        expect(ratio).toBeGreaterThan(1)
      }),
      few,
    )
  })

  test('includes wood for the despondent, even when most of the ground is wood', async () => {
    for (const share of [0.3, 0.6, 0.9]) {
      const isWood = (east: number, north: number) =>
        (Math.atan2(north, east) + Math.PI) / (2 * Math.PI) < share
      const map = await mapOn(
        (east, north) => ({ land_cover: isWood(east, north) ? 'wood' : 'field' }),
        incidentAt(zurich, { profile: 'despondent' }),
        withoutEffort,
      )
      const wood = sharesOf(map, 'wood')
      expect(
        lowestRatio(
          map,
          (hex) => wood[hex]! > allOf,
          (hex) => wood[hex] === 0,
        ),
        `wood on ${share}`,
      ).toBeGreaterThan(1)
    }
  })

  test.each(profiles)('includes roads, paths and buildings for %s', async (profileName) => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 6, noNaN: true }), async (turn) => {
        const map = await mapOn(
          mixedCountry(turn),
          incidentAt(zurich, { profile: profileName }),
          withoutEffort,
        )
        const open = factorOn(map, 'open')
        expect(factorOn(map, 'road_path')).toBeGreaterThan(open)
        expect(factorOn(map, 'structure')).toBeGreaterThan(open)
      }),
      few,
    )
  })

  test('includes the edge of a wood more than its inside, only for the despondent', async () => {
    const ratioFor = async (profileName: (typeof profiles)[number], east: number) => {
      const map = await mapOn(
        woodAndField(east),
        incidentAt(zurich, { profile: profileName }),
        withoutEffort,
      )
      const { woodEdge } = map.ground
      const wood = sharesOf(map, 'wood')
      return lowestRatio(
        map,
        (hex) => woodEdge[hex]! > 0.45,
        (hex) => wood[hex]! > allOf && woodEdge[hex] === 0,
      )
    }
    await fc.assert(
      fc.asyncProperty(edge, async (east) => {
        expect(await ratioFor('despondent', east)).toBeGreaterThan(1)
        // No source states this for people with dementia.
        expect(await ratioFor('dementia_alzheimers', east)).toBeLessThan(1.01)
      }),
      few,
    )
  })
})

describe('the density of a class of ground', () => {
  test('differs from open ground by at most a factor of 6', async () => {
    const names = Object.keys(pureGround)
    await fc.assert(
      fc.asyncProperty(
        profile,
        fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 9 }),
        async (profileName, others) => {
          const map = await mapOn(
            sectors(['open', ...others].map((name) => pureGround[name]!)),
            incidentAt(zurich, { profile: profileName }),
            withoutEffort,
          )
          const open = sharesOf(map, 'open')
          const isOpen = (hex: number) => open[hex]! > allOf
          const isOther = (hex: number) => open[hex] === 0
          const factors = factorsOf(map)
          expect(lowestRatio(map, isOpen, isOther)).toBeGreaterThan(1 / maxFactor)
          expect(lowestRatio(map, isOther, isOpen)).toBeGreaterThan(1 / maxFactor)
          expect(factors.every((factor) => factor < maxFactor)).toBe(true)
        },
      ),
      few,
    )
  })

  test('does not depend on the amount of ground of the class', async () => {
    const ratioWith = async (lines: readonly number[]) => {
      const map = await mapOn(
        (east) => ({
          land_cover: 'field',
          linear: Math.min(...lines.map((line) => Math.abs(east - line))),
        }),
        incidentAt(zurich),
        withoutEffort,
      )
      const linear = sharesOf(map, 'linear')
      return lowestRatio(
        map,
        (hex) => Math.abs(map.grid.east[hex]! - 300) < 15,
        (hex) => linear[hex]! < 1e-6,
      )
    }
    const [one, many] = [await ratioWith([300]), await ratioWith([-500, -350, -200, 0, 150, 300])]
    expect(one).toBeGreaterThan(1)
    expect(one / many).toBeCloseTo(1, 1)
  })
})

test('power lines, pipelines and cable cars are not lines that people follow', () => {
  const tags: Record<string, string>[] = [
    { power: 'line' },
    { power: 'minor_line' },
    { man_made: 'pipeline', location: 'overground' },
    { man_made: 'goods_conveyor' },
    { aerialway: 'cable_car' },
    { aerialway: 'chair_lift' },
  ]
  for (const tag of tags) expect(classifyLine(tag, 1_000), JSON.stringify(tag)).toEqual([])
  expect(classifyLine({ barrier: 'hedge' }, 1_000)).toEqual(['linear'])
})

describe('the removal of all mapping of one class', () => {
  /** Functions that remove the bands of a class from ground; `cover` replaces its land cover. */
  const without: Readonly<
    Partial<Record<GroundClass, (ground: Ground, cover: LandCover) => Ground>>
  > = {
    structure: ({ structure: _, ...ground }) => ground,
    road_path: ({ road: _, path: __, ...ground }) => ground,
    linear: ({ linear: _, ...ground }) => ground,
    water: ({ water: _, drainage: __, ...ground }, cover) => ({
      ...ground,
      ...(ground.land_cover === 'water' && { land_cover: cover }),
    }),
    wood: ({ wood_edge: _, ...ground }, cover) => ({
      ...ground,
      ...(ground.land_cover === 'wood' && { land_cover: cover }),
    }),
  }
  // The class is only in the north; further south than this, no kernel reaches it.
  const fromNorthMeters = 300
  const outOfReachMeters = fromNorthMeters - 520

  test.each(Object.keys(without) as GroundClass[])(
    'changes hexagons out of its reach only by normalisation: %s',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(
          profile,
          fc.double({ min: 0, max: 6, noNaN: true }),
          async (profileName, turn) => {
            const country = mixedCountry(turn)
            const richer: GroundAt = (east, north) => {
              const ground = country(east, north)
              return north > fromNorthMeters ? ground : without[name]!(ground, 'field')
            }
            const poorer: GroundAt = (east, north) =>
              without[name]!(country(east, north), north > fromNorthMeters ? 'unknown' : 'field')
            const incident = incidentAt(zurich, { profile: profileName, radiusMeters: 1_000 })
            const before = await mapOn(richer, incident, withoutEffort)
            const after = await mapOn(poorer, incident, withoutEffort)
            let compared = 0
            for (let ring = 0; ring < after.rings.count; ring++) {
              const same = [...after.probabilities.keys()].filter(
                (hex) =>
                  after.rings.rings[hex] === ring && after.grid.north[hex]! < outOfReachMeters - 80,
              )
              const change = (hex: number) => after.probabilities[hex]! / before.probabilities[hex]!
              for (const hex of same) expect(change(hex) / change(same[0]!)).toBeCloseTo(1, 9)
              compared += same.length
            }
            expect(compared).toBeGreaterThan(30)
          },
        ),
        few,
      )
    },
  )
})

describe('unmapped ground', () => {
  test('is neutral: it keeps its probability by distance', async () => {
    await fc.assert(
      fc.asyncProperty(
        profile,
        fc.double({ min: 0, max: 6, noNaN: true }),
        fc.integer({ min: -200, max: 200 }),
        async (profileName, turn, east) => {
          const country = mixedCountry(turn)
          const map = await mapOn(
            (x, y) => (x < east ? { land_cover: 'unknown' } : country(x, y)),
            incidentAt(zurich, { profile: profileName }),
            withoutEffort,
          )
          const unmapped = sharesOf(map, 'unmapped')
          const hexes = [...unmapped.keys()].filter((hex) => unmapped[hex]! > allOf)
          expect(hexes.length).toBeGreaterThan(20)
          const factors = factorsOf(map)
          for (const hex of hexes) expect(factors[hex]!).toBeCloseTo(1, 9)
        },
      ),
      few,
    )
  })
})
