import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  HexCover,
  type Incident,
  predict,
  type Search,
  type SearchArea,
  SearchedGround,
  updateProbabilities,
  WorkLimit,
} from '#prediction'
import { runs } from '../setup/suite.ts'
import { byHex, incidentAt, landscapeAt, sum, zurich } from './incidents.ts'
import { type Corner, circleGrid, planeSegment, rectangle, star } from './polygons.ts'

const grid = circleGrid(400)
const incident = incidentAt(zurich, { radiusMeters: 400 })
const fields = () => ({ land_cover: 'field' }) as const
const wide = rectangle(-900, -900, 900, 900)

const polygonSearch = (ring: readonly Corner[], probabilityOfDetection: number): Search => ({
  polygon: planeSegment(grid, '', ring).polygon,
  probabilityOfDetection,
})
const notFound = (...searches: Search[]) => {
  const limit = new WorkLimit()
  return new SearchedGround(searches, grid, new HexCover(grid, limit), limit).notFound
}
const predicted = (change: Partial<Incident>, of = incident) =>
  predict(landscapeAt(fields, of), { ...of, ...change })

describe('Bayes’ rule', () => {
  test('agrees with a calculation by hand', () => {
    // Probabilities: 0.3, 0.2 and 0.1 inside, 0.4 outside. Searches: with 0.5, none, and with 0.5 and 0.8.
    const { probabilities, outsideMass, successProbability } = updateProbabilities(
      Float64Array.of(0.3, 0.2, 0.1),
      0.4,
      Float64Array.of(0.5, 1, 0.1),
    )
    // 0.15 + 0.2 + 0.01 + 0.4 = 0.76 remain.
    expect([...probabilities]).toEqual([0.15 / 0.76, 0.2 / 0.76, expect.closeTo(0.01 / 0.76, 12)])
    expect(outsideMass).toBeCloseTo(0.4 / 0.76, 12)
    expect(successProbability).toBeCloseTo(0.24, 12)
  })

  test('agrees with the textbook formula for a segment that cuts through hexagons', async () => {
    const rings = [rectangle(-130, -170, 210, 90), rectangle(-400, 90, 210, 300)]
    const segments = rings.map((ring, i) => planeSegment(grid, `${i}`, ring))
    const before = await predicted({ segments })
    const pod = 0.7
    const after = await predicted({
      segments,
      searches: [{ polygon: segments[0]!.polygon, probabilityOfDetection: pod }],
    })
    const [first, second] = before.segments!.map(({ probability }) => probability)
    const left = 1 - pod * first!
    expect(first).toBeGreaterThan(0.1)
    expect(after.segments![0]!.probability).toBeCloseTo((first! * (1 - pod)) / left, 9)
    expect(after.segments![1]!.probability).toBeCloseTo(second! / left, 9)
    expect(after.outsideMass).toBeCloseTo(before.outsideMass! / left, 9)
    expect(after.successProbability).toBeCloseTo(pod * first!, 9)
  })
})

describe('searched ground', () => {
  const hexes = fc.record({
    hexes: fc.uniqueArray(fc.constantFrom(...grid.ids), { minLength: 1, maxLength: 60 }),
    probabilityOfDetection: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const polygon = fc
    .record({ ring: star(300), pod: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ ring, pod }) => polygonSearch(ring, pod))
  const searches = fc.array(fc.oneof<fc.Arbitrary<Search>[]>(hexes, polygon), {
    minLength: 1,
    maxLength: 6,
  })

  test(`${runs(1000)} random updates keep the sum at 1 and do not depend on the order`, () => {
    fc.assert(
      fc.property(
        searches.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
          ),
        ),
        fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
          minLength: grid.ids.length + 1,
          maxLength: grid.ids.length + 1,
        }),
        ([list, shuffled], weights) => {
          const total = sum(weights)
          const prior = Float64Array.from(weights.slice(1), (weight) => weight / total)
          const factors = notFound(...list)
          for (const factor of factors) {
            expect(factor).toBeGreaterThanOrEqual(0)
            expect(factor).toBeLessThanOrEqual(1)
          }
          const { probabilities, outsideMass } = updateProbabilities(
            prior,
            weights[0]! / total,
            factors,
          )
          expect(Math.abs(sum(probabilities) + outsideMass - 1)).toBeLessThan(1e-12)
          notFound(...shuffled).forEach((factor, hex) => {
            expect(Math.abs(factor - factors[hex]!)).toBeLessThan(1e-9)
          })
        },
      ),
      { numRuns: runs(1000) },
    )
  })

  test('counts a partly covered hexagon by its covered share', () => {
    const factors = notFound(polygonSearch(rectangle(-900, -900, 0, 900), 0.8))
    const cover = new HexCover(grid, new WorkLimit())
    const west = cover.findCovered([[-900, -900, 0, -900, 0, 900, -900, 900]])
    for (const { hex, share } of west) expect(factors[hex]).toBeCloseTo(1 - 0.8 * share, 9)
  })

  test('counts twice when it is searched twice, also in partly covered hexagons', () => {
    fc.assert(
      fc.property(star(300), fc.double({ min: 0, max: 1, noNaN: true }), (ring, pod) => {
        const twice = notFound(polygonSearch(ring, pod), polygonSearch(ring, pod))
        const once = notFound(polygonSearch(ring, 1 - (1 - pod) ** 2))
        twice.forEach((factor, hex) => {
          expect(Math.abs(factor - once[hex]!)).toBeLessThan(1e-8)
        })
      }),
      { numRuns: runs(100) },
    )
  })

  test('leaves nothing in hexagons shared by two searches side by side', () => {
    const halves = [rectangle(-900, -900, 17, 900), rectangle(17, -900, 900, 900)]
    expect([...notFound(...halves.map((ring) => polygonSearch(ring, 1)))]).toEqual(
      grid.ids.map(() => 0),
    )
  })
})

describe('a prediction after searches', () => {
  test('reports the searches’ probability of success, and raises the mass outside', async () => {
    const before = await predicted({})
    const searches = [{ hexes: before.ids.slice(0, 20), probabilityOfDetection: 0.9 }]
    const after = await predicted({ searches })
    const found = 0.9 * sum(before.probabilities.slice(0, 20))
    expect(after.successProbability).toBeCloseTo(found, 12)
    expect(after.outsideMass).toBeCloseTo(before.outsideMass! / (1 - found), 12)
    expect(sum(after.probabilities) + after.outsideMass!).toBeCloseTo(1, 12)
    const prior = byHex(before)
    for (const [id, probability] of byHex(after)) {
      const factor = searches[0]!.hexes.includes(id) ? 0.1 : 1
      expect(probability).toBeCloseTo((prior.get(id)! * factor) / (1 - found), 12)
    }
    expect(after.notes.join(' ')).toMatch(/would have found the person with a probability of/)
  })

  test('keeps the sum of 1 with a bearing', async () => {
    const { probabilities, outsideMass, coneRemovedMass } = await predicted({
      initialBearingDegrees: 200,
      searches: [polygonSearch(rectangle(-300, -100, 100, 250), 0.8)],
    })
    expect(sum(probabilities) + outsideMass! + coneRemovedMass).toBeCloseTo(1, 12)
  })

  test('places the person outside after a certain search of the whole area', async () => {
    const path: SearchArea = {
      type: 'path',
      line: [
        [8.54, 47.38],
        [8.543, 47.381],
      ],
      bufferMeters: 60,
    }
    for (const area of [incident.area, path]) {
      const after = await predicted({ area, searches: [polygonSearch(wide, 1)] })
      expect(sum(after.probabilities)).toBe(0)
      expect(after.outsideMass).toBe(1)
      expect(new Set(after.scores)).toEqual(new Set([0]))
      expect(after.regions.map(({ hexes }) => hexes)).toEqual([0, 0, 0, 0, 0])
      expect(after.notes.join(' ')).toMatch(/leave no place in the area/)
    }
  })

  test('moves probability within the corridor of a path, and notes it', async () => {
    const line = [
      [8.54, 47.38],
      [8.55, 47.381],
    ] as const
    const after = await predicted({
      area: { type: 'path', line, bufferMeters: 60 },
      searches: [polygonSearch(rectangle(-100, -300, 200, 300), 0.9)],
    })
    expect(after.outsideMass).toBeUndefined()
    expect(sum(after.probabilities)).toBeCloseTo(1, 12)
    expect(after.notes.join(' ')).toMatch(/within the corridor only/)
  })

  test('notes searched ground outside the area', async () => {
    const beyond = /searched ground lies outside the area/
    const elsewhere = circleGrid(100, { lat: 47.5, lon: 8.54 }).ids.slice(0, 1)
    const searches: Search[] = [
      { hexes: elsewhere, probabilityOfDetection: 0.5 },
      polygonSearch(rectangle(0, 0, 900, 900), 0.5),
    ]
    for (const search of searches) {
      expect((await predicted({ searches: [search] })).notes.join(' ')).toMatch(beyond)
    }
    const within = await predicted({ searches: [polygonSearch(rectangle(0, 0, 90, 90), 0.5)] })
    expect(within.notes.join(' ')).not.toMatch(beyond)
  })
})
