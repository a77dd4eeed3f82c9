import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ecoregions, type HexGrid, profiles, type SearchArea } from '#prediction'
import { buildHexGrid } from '#prediction/area'
import {
  blurDistribution,
  buildDistanceDistribution,
  computeHexProbabilities,
  truncateDistribution,
} from '#prediction/distance'
import { seeded } from '../../fixtures/random.ts'
import { runs } from '../../setup/suite.ts'

const anyPlace = fc.record({
  lat: fc.double({ min: -88, max: 88, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})
const anyDistribution = fc
  .tuple(
    fc.constantFrom(...profiles),
    fc.constantFrom(...ecoregions),
    fc.double({ min: 0.75, max: 1.15, noNaN: true }),
  )
  .map((of) => buildDistanceDistribution(...of))

const sum = (probabilities: Float64Array) => probabilities.reduce((all, mass) => all + mass, 0)

function square(side: number, { lat, lon } = { lat: 50, lon: 8 }): SearchArea {
  const north = side / 222_640
  const east = north / Math.cos((lat * Math.PI) / 180)
  const corner = (x: number, y: number) => [lon + x * east, lat + y * north] as const
  return {
    type: 'polygon',
    rings: [[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)]],
  }
}

/** Simulates finds around origins, and returns each hexagon's share of them. */
function drawn(
  distribution: ReturnType<typeof buildDistanceDistribution>,
  grid: HexGrid,
  origin: () => [number, number],
) {
  const random = seeded(7)
  const count = 400_000
  const reach = 0.75 * Math.sqrt(grid.hexSquareMeters)
  const found = new Float64Array(grid.ids.length)
  const places = new Map<string, number[]>()
  const key = (x: number, y: number) => `${Math.floor(x / reach)} ${Math.floor(y / reach)}`
  grid.ids.forEach((_, hex) => {
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        const at = key(grid.east[hex]! + i * reach, grid.north[hex]! + j * reach)
        places.set(at, [...(places.get(at) ?? []), hex])
      }
    }
  })
  const corner = Math.sqrt((2 * grid.hexSquareMeters) / (3 * Math.sqrt(3)))
  for (let n = 0; n < count; n++) {
    const meters = distribution.quantile(random())
    const turn = 2 * Math.PI * random()
    const [x0, y0] = origin()
    const [x, y] = [x0 + meters * Math.sin(turn), y0 + meters * Math.cos(turn)]
    let [nearest, least] = [-1, corner]
    for (const hex of places.get(key(x, y)) ?? []) {
      const apart = Math.hypot(grid.east[hex]! - x, grid.north[hex]! - y)
      if (apart < least) [nearest, least] = [hex, apart]
    }
    if (nearest >= 0) found[nearest]! += 1 / count
  }
  return found
}

describe('probabilities of a circle', () => {
  test('add up to the share within the radius, and to 1 with the mass outside', () => {
    fc.assert(
      fc.property(
        anyDistribution,
        anyPlace,
        fc.double({ min: 1, max: 1_500, noNaN: true }),
        (distribution, center, radiusMeters) => {
          const grid = buildHexGrid({ type: 'circle', center, radiusMeters })
          const { probabilities, outsideMass } = computeHexProbabilities(distribution, grid)
          expect(sum(probabilities)).toBeCloseTo(distribution.cumulative(radiusMeters), 10)
          expect(sum(probabilities) + outsideMass).toBeCloseTo(1, 10)
          expect(Math.min(...probabilities)).toBeGreaterThan(0)
        },
      ),
      { numRuns: runs(25) },
    )
  })

  test('add up to the distribution’s share within every distance, to half a ring of hexagons', () => {
    for (const profile of profiles) {
      for (const ecoregion of ecoregions) {
        const distribution = buildDistanceDistribution(profile, ecoregion)
        const grid = buildHexGrid({
          type: 'circle',
          center: { lat: 46, lon: 7 },
          radiusMeters: 3_000,
        })
        const { probabilities } = computeHexProbabilities(distribution, grid)
        const half = Math.sqrt(grid.hexSquareMeters) / 2
        for (const radius of [200, 322, 483, 805, 1_127, 1_609, 2_414]) {
          const within = probabilities.reduce(
            (all, mass, hex) =>
              Math.hypot(grid.east[hex]!, grid.north[hex]!) <= radius ? all + mass : all,
            0,
          )
          expect(within).toBeGreaterThan(distribution.cumulative(radius - half))
          expect(within).toBeLessThan(distribution.cumulative(radius + half))
        }
      }
    }
  })

  test('equal the frequencies of simulated finds, in the origin’s hexagon too', () => {
    const distribution = buildDistanceDistribution('dementia_alzheimers', 'urban')
    const center = { lat: 41.15, lon: -8.61 }
    const grid = buildHexGrid({ type: 'circle', center, radiusMeters: 1_200 })
    const { probabilities } = computeHexProbabilities(distribution, grid)
    const found = drawn(distribution, grid, () => [0, 0])
    let difference = 0
    probabilities.forEach((mass, hex) => {
      const meters = Math.hypot(grid.east[hex]!, grid.north[hex]!)
      if (meters > 1_000) return
      difference += Math.abs(mass - found[hex]!)
      // Four standard errors of the simulation.
      expect(Math.abs(mass - found[hex]!)).toBeLessThan(4 * Math.sqrt(mass / 400_000) + 0.02 * mass)
    })
    expect(difference).toBeLessThan(0.02)
  })

  test('fall from each ring of hexagons to the next', () => {
    const grid = buildHexGrid({ type: 'circle', center: { lat: 60, lon: 25 }, radiusMeters: 2_500 })
    const { probabilities } = computeHexProbabilities(
      buildDistanceDistribution('despondent', 'dry_mountainous'),
      grid,
    )
    const byDistance = [...probabilities.keys()].sort(
      (a, b) =>
        Math.hypot(grid.east[a]!, grid.north[a]!) - Math.hypot(grid.east[b]!, grid.north[b]!),
    )
    const spacing = 1.08 * Math.sqrt(grid.hexSquareMeters)
    // The loop runs from the outside in: every hexagon has at least the maximum of the ring further out.
    const meters = byDistance.map((hex) => Math.hypot(grid.east[hex]!, grid.north[hex]!))
    let most = 0
    let far = byDistance.length - 1
    for (let near = far; near >= 0; near--) {
      for (; meters[far]! > meters[near]! + spacing; far--) {
        most = Math.max(most, probabilities[byDistance[far]!]!)
      }
      expect(probabilities[byDistance[near]!]! * (1 + 1e-9)).toBeGreaterThanOrEqual(most)
    }
    expect(most).toBeGreaterThan(0)
  })
})

describe('probabilities around an uncertain origin', () => {
  const published = buildDistanceDistribution('dementia_alzheimers', 'temperate_flat')
  const grid = buildHexGrid({ type: 'circle', center: { lat: 50, lon: 8 }, radiusMeters: 1_800 })

  test.each([60, 300, 1_000])('of %d m equal the frequencies of simulated finds', (radius) => {
    const { probabilities, outsideMass } = computeHexProbabilities(
      blurDistribution(published, radius),
      grid,
    )
    const random = seeded(11)
    const found = drawn(published, grid, () => {
      const [meters, turn] = [radius * Math.sqrt(random()), 2 * Math.PI * random()]
      return [meters * Math.sin(turn), meters * Math.cos(turn)]
    })
    expect(outsideMass).toBeCloseTo(1 - sum(found), 2)
    const apart = probabilities.reduce((all, mass, hex) => all + Math.abs(mass - found[hex]!), 0)
    // Chance alone makes 0.012, with 400,000 finds over 680 hexagons.
    expect(apart / 2).toBeLessThan(0.02)
  })
})

describe('an uncertain origin', () => {
  test('keeps the shares of a distribution within 0 and 1, and a density that never rises with distance', () => {
    fc.assert(
      fc.property(
        anyDistribution,
        fc.double({ min: 0.5, max: 1_000, noNaN: true }),
        (published, radius) => {
          const { cumulative, density, quantile } = blurDistribution(published, radius)
          let [share, dense] = [0, Infinity]
          for (let meters = 1; meters < 60_000; meters *= 1.07) {
            expect(cumulative(meters)).toBeGreaterThanOrEqual(share)
            expect(cumulative(meters)).toBeLessThanOrEqual(1)
            expect(density(meters)).toBeLessThanOrEqual(dense * (1 + 1e-3))
            share = cumulative(meters)
            dense = density(meters)
            if (share > 0.05 && share < 0.95 && meters < 15 * radius) {
              expect(Math.abs(quantile(share) / meters - 1)).toBeLessThan(0.02)
            }
          }
          expect(cumulative(1e8)).toBe(1)
        },
      ),
      { numRuns: runs(40) },
    )
  })

  test('moves finds away from the centre, and hardly changes anything when it is a metre', () => {
    const published = buildDistanceDistribution('despondent', 'urban')
    const at = (radius: number) => blurDistribution(published, radius).cumulative(200)
    expect(at(1)).toBeCloseTo(published.cumulative(200), 2)
    expect(at(300)).toBeLessThan(at(100))
    expect(at(1000)).toBeLessThan(at(300))
  })
})

describe('a limit of reachable distance', () => {
  test('removes all mass beyond it and scales up the rest', () => {
    fc.assert(
      fc.property(
        anyDistribution,
        fc.double({ min: 100, max: 20_000, noNaN: true }),
        (published, maxMeters) => {
          const { cumulative, density, quantile } = truncateDistribution(published, maxMeters)
          expect([cumulative(maxMeters), density(maxMeters * 1.01)]).toEqual([1, 0])
          const within = published.cumulative(maxMeters)
          for (const part of [0.1, 0.4, 0.9]) {
            const meters = part * maxMeters
            expect(cumulative(meters) * within).toBeCloseTo(published.cumulative(meters), 12)
            expect(density(meters) * within).toBeCloseTo(published.density(meters), 12)
            expect(cumulative(quantile(part))).toBeCloseTo(part, 3)
          }
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

describe('probabilities of a polygon', () => {
  test('equal the frequencies of simulated finds around uniform origins', () => {
    const distribution = buildDistanceDistribution('dementia_alzheimers', 'temperate_flat')
    const grid = buildHexGrid(square(2_200))
    const { probabilities, outsideMass } = computeHexProbabilities(distribution, grid)
    const random = seeded(3)
    const found = drawn(distribution, grid, () => {
      const hex = Math.floor(random() * grid.ids.length)
      const point = grid.pattern[Math.floor(random() * grid.pattern.length)]!
      return [grid.east[hex]! + point.east, grid.north[hex]! + point.north]
    })
    expect(outsideMass).toBeCloseTo(1 - sum(found), 2)
    expect(sum(probabilities) + outsideMass).toBeCloseTo(1, 12)
    const apart = probabilities.reduce((all, mass, hex) => all + Math.abs(mass - found[hex]!), 0)
    expect(apart / 2).toBeLessThan(0.02)
  })

  test('are highest in the middle of the polygon and lower along its edge', () => {
    const grid = buildHexGrid(square(3_000))
    const { probabilities } = computeHexProbabilities(
      buildDistanceDistribution('despondent', 'temperate_flat'),
      grid,
    )
    const mean = (within: (meters: number) => boolean) => {
      const chosen = [...probabilities].filter((_, hex) =>
        within(Math.max(Math.abs(grid.east[hex]!), Math.abs(grid.north[hex]!))),
      )
      return chosen.reduce((all, mass) => all + mass, 0) / chosen.length
    }
    expect(mean((meters) => meters < 400)).toBeGreaterThan(1.1 * mean((meters) => meters > 1_300))
  })

  test('leave more outside the smaller the polygon is', () => {
    const distribution = buildDistanceDistribution('dementia_alzheimers', 'temperate_flat')
    const outside = [400, 1_000, 2_000, 4_000].map(
      (side) => computeHexProbabilities(distribution, buildHexGrid(square(side))).outsideMass,
    )
    expect(outside).toEqual(outside.toSorted((a, b) => b - a))
    expect(outside[0]).toBeGreaterThan(0.7)
    expect(outside[3]).toBeLessThan(0.5)
  })
})

describe('probabilities of a path', () => {
  const line = Array.from(
    { length: 40 },
    (_, i) => [8 + i * 0.0008, 50 + 0.002 * Math.sin(i / 5)] as const,
  )

  test('add up to 1 within the corridor, since nothing is known about people outside', () => {
    for (const profile of profiles) {
      for (const bufferMeters of [15, 50, 200]) {
        const { probabilities, outsideMass } = computeHexProbabilities(
          buildDistanceDistribution(profile, 'temperate_flat'),
          buildHexGrid({ type: 'path', line, bufferMeters }),
        )
        expect(sum(probabilities)).toBeCloseTo(1, 12)
        expect(outsideMass).toBeLessThan(1e-12)
      }
    }
  })

  test('add up to half within the median track offset of the profile', () => {
    const straight = [
      [8, 50],
      [8.03, 50],
    ] as const
    const grid = buildHexGrid({ type: 'path', line: straight, bufferMeters: 400 })
    const { probabilities } = computeHexProbabilities(
      buildDistanceDistribution('despondent', 'urban'),
      grid,
    )
    const near = probabilities.filter((_, hex) => Math.abs(grid.north[hex]!) < 50)
    expect(sum(near)).toBeCloseTo(0.5, 1)
  })

  test('are highest on the line and equal along it', () => {
    const straight = Array.from({ length: 30 }, (_, i) => [8 + i * 0.001, 50] as const)
    const grid = buildHexGrid({ type: 'path', line: straight, bufferMeters: 150 })
    const { probabilities } = computeHexProbabilities(
      buildDistanceDistribution('despondent', 'urban'),
      grid,
    )
    // These parts are away from the ends.
    const sums = [-700, -350, 0, 350].map((from) =>
      probabilities.reduce(
        (all, mass, hex) =>
          grid.east[hex]! >= from && grid.east[hex]! < from + 350 ? all + mass : all,
        0,
      ),
    )
    for (const total of sums) expect(Math.abs(total / sums[0]! - 1)).toBeLessThan(0.15)
    const mean = (near: boolean) => {
      const chosen = [...probabilities].filter((_, hex) => Math.abs(grid.north[hex]!) < 20 === near)
      return chosen.reduce((all, mass) => all + mass, 0) / chosen.length
    }
    expect(mean(true)).toBeGreaterThan(1.5 * mean(false))
  })

  test('do not depend on how finely the line is drawn', () => {
    const [from, to] = [line[0]!, line[0]!]
    const ends = [from, [to[0] + 0.02, to[1]] as const]
    const fine = Array.from({ length: 201 }, (_, i) => [from[0] + i * 0.0001, from[1]] as const)
    const distribution = buildDistanceDistribution('dementia_alzheimers', 'urban')
    const [coarse, finer] = [ends, fine].map((line) => {
      const grid = buildHexGrid({ type: 'path', line, bufferMeters: 100 })
      const { probabilities } = computeHexProbabilities(distribution, grid)
      return new Map(grid.ids.map((id, hex) => [id, probabilities[hex]!]))
    })
    expect(finer!.size).toBeGreaterThan(50)
    for (const [id, mass] of coarse!)
      expect(Math.abs(mass - (finer!.get(id) ?? 0))).toBeLessThan(2e-4)
  })
})
