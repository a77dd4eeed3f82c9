import fc from 'fast-check'
import { cellToLatLng, latLngToCell } from 'h3-js'
import { describe, expect, test } from 'vitest'
import type { LatLon } from '#ground/geo'
import type { Incident } from '#prediction'
import { predict } from '#prediction'
import { buildHexGrid } from '#prediction/area'
import { findClassIndex, groundClasses } from '#prediction/ground'
import {
  analyticLandscape,
  cliffBarrier,
  flatOpen,
  type GroundAt,
  lake,
  landscapes,
  oneRoad,
  townEdge,
  woodAndField,
} from '../fixtures/landscape.ts'
import { runs } from '../setup/suite.ts'
import {
  age,
  bearing,
  byHex,
  distancesOf,
  incidentAt,
  landscapeAt,
  mapOn,
  profile,
  sum,
  weather,
  zurich,
} from './incidents.ts'

const ground = fc.constantFrom(...Object.values(landscapes))
const few = { numRuns: runs(6) }

/** Returns the middle of the hexagon at a place, so that the grid is symmetric in six directions. */
function centred({ lat, lon }: LatLon, resolution: 10 | 11): LatLon {
  const [middleLat, middleLon] = cellToLatLng(latLngToCell(lat, lon, resolution))
  return { lat: middleLat, lon: middleLon }
}

async function predicted(at: GroundAt, incident: Incident) {
  return await predict(landscapeAt(at, incident), incident)
}

describe('probabilities', () => {
  test('are never negative and add up to 1 with the masses outside and beyond the cone', async () => {
    await fc.assert(
      fc.asyncProperty(
        ground,
        fc.record({
          profile,
          ageYears: age,
          weather: fc.option(weather, { nil: undefined }),
          initialBearingDegrees: fc.option(bearing, { nil: undefined }),
          radiusMeters: fc.integer({ min: 20, max: 1100 }),
        }),
        async (at, changes) => {
          const { probabilities, outsideMass, coneRemovedMass } = await predicted(
            at,
            incidentAt(zurich, changes),
          )
          expect(Math.min(...probabilities)).toBeGreaterThanOrEqual(0)
          expect(Math.abs(sum(probabilities) + outsideMass! + coneRemovedMass - 1)).toBeLessThan(
            1e-9,
          )
        },
      ),
      { numRuns: runs(10) },
    )
  })

  test('are the same for the same incident', async () => {
    await fc.assert(
      fc.asyncProperty(ground, profile, async (at, profileName) => {
        const incident = incidentAt(zurich, {
          profile: profileName,
          radiusMeters: 400,
          initialBearingDegrees: 20,
        })
        expect(await predicted(at, incident)).toEqual(await predicted(at, incident))
      }),
      few,
    )
  })

  test('have sorted scores from 30 down, and scores from 15 on hold half of the mass inside', async () => {
    await fc.assert(
      fc.asyncProperty(ground, profile, async (at, profileName) => {
        const { ids, scores, probabilities } = await predicted(
          at,
          incidentAt(zurich, { profile: profileName }),
        )
        expect(scores[0]).toBe(30)
        const better = Array.from(scores.keys()).filter((i) => scores[i]! >= 15)
        const held = sum(better.map((i) => probabilities[i]!))
        const half = sum(probabilities) / 2
        expect(held).toBeGreaterThanOrEqual(half - 1e-9)
        for (let i = 1; i < ids.length; i++) {
          expect(scores[i]!).toBeLessThanOrEqual(scores[i - 1]!)
          const [before, here] = [probabilities[i - 1]!, probabilities[i]!]
          expect(here).toBeLessThanOrEqual(before * (1 + 1e-8))
          if (scores[i] !== scores[i - 1]) expect(here).toBeLessThan(before)
        }
      }),
      few,
    )
  })
})

describe('flat open ground', () => {
  test('has the mass of the published distances, to within one ring of hexagons', async () => {
    await fc.assert(
      fc.asyncProperty(profile, age, async (profileName, ageYears) => {
        const map = await mapOn(
          flatOpen,
          incidentAt(zurich, { profile: profileName, ageYears, radiusMeters: 1500 }),
        )
        const distances = distancesOf(map)
        const spacing = Math.sqrt((2 * map.grid.hexSquareMeters) / Math.sqrt(3))
        for (const share of [0.25, 0.5]) {
          const edge = map.distribution.quantile(share)
          const within = (meters: number) =>
            sum(map.probabilities.filter((_, hex) => distances[hex]! <= meters))
          expect(within(edge - spacing)).toBeLessThanOrEqual(share + 1e-9)
          expect(within(edge + spacing)).toBeGreaterThanOrEqual(share - 1e-9)
        }
      }),
      few,
    )
  })

  test('has a density that never rises with distance', async () => {
    await fc.assert(
      fc.asyncProperty(profile, async (profileName) => {
        const center = centred(zurich, 10)
        const map = await mapOn(
          flatOpen,
          incidentAt(center, { profile: profileName, radiusMeters: 1500 }),
        )
        const distances = distancesOf(map)
        // Hexagons on the edge are partly outside; hexagons at the same distance differ by their shape.
        const inner = [...distances.keys()]
          .filter((hex) => distances[hex]! < 1500 - 150)
          .sort((a, b) => distances[a]! - distances[b]!)
        let [nearer, least] = [0, Infinity]
        for (const hex of inner) {
          while (distances[inner[nearer]!]! < distances[hex]! - 15) {
            least = Math.min(least, map.probabilities[inner[nearer++]!]!)
          }
          expect(map.probabilities[hex]!).toBeLessThanOrEqual(least)
        }
      }),
      { numRuns: runs(2) },
    )
  })

  test.each([
    ['a half turn', 3, 620],
    ['a turn by a sixth', 1, 300],
  ])('is unchanged by %s around the middle of a hexagon', async (_, sixths, reachMeters) => {
    const { grid, probabilities } = await mapOn(flatOpen, incidentAt(centred(zurich, 11)))
    const [cos, sin] = [Math.cos((sixths * Math.PI) / 3), Math.sin((sixths * Math.PI) / 3)]
    let compared = 0
    for (let hex = 0; hex < probabilities.length; hex++) {
      const [east, north] = [grid.east[hex]!, grid.north[hex]!]
      if (Math.hypot(east, north) > reachMeters) continue
      const turned = { east: cos * east - sin * north, north: sin * east + cos * north }
      const away = (other: number) =>
        Math.hypot(grid.east[other]! - turned.east, grid.north[other]! - turned.north)
      const other = [...probabilities.keys()].reduce((best, hex) =>
        away(hex) < away(best) ? hex : best,
      )
      // H3 hexagons are not quite regular: a sixth of a turn moves them by a few hundredths.
      const apart = Math.hypot(grid.east[other]!, grid.north[other]!) / Math.hypot(east, north)
      const tolerance = hex === other ? 0 : 0.02 + 4 * Math.abs(apart - 1)
      expect(tolerance).toBeLessThan(sixths === 3 ? 0.03 : 0.4)
      expect(Math.abs(probabilities[other]! / probabilities[hex]! - 1)).toBeLessThanOrEqual(
        tolerance,
      )
      compared++
    }
    expect(compared).toBeGreaterThan(100)
  })
})

describe('classes of ground', () => {
  test('do not change the mass of a ring', async () => {
    await fc.assert(
      fc.asyncProperty(ground, profile, age, async (at, profileName, ageYears) => {
        const map = await mapOn(at, incidentAt(zurich, { profile: profileName, ageYears }))
        const change = new Float64Array(map.rings.count)
        map.probabilities.forEach((mass, hex) => {
          change[map.rings.rings[hex]!]! += mass - map.distanceProbabilities[hex]!
        })
        for (const moved of change) expect(Math.abs(moved)).toBeLessThan(1e-9)
        expect(sum(map.classes.achieved)).toBeCloseTo(1, 9)
      }),
      { numRuns: runs(10) },
    )
  })

  test('raise hexagons on a road, and keep the ratios of the other hexagons in a ring', async () => {
    await fc.assert(
      fc.asyncProperty(profile, fc.integer({ min: 100, max: 500 }), async (profileName, east) => {
        const incident = incidentAt(zurich, { profile: profileName })
        const [before, after] = [
          await mapOn(flatOpen, incident),
          await mapOn(oneRoad(east), incident),
        ]
        const road = findClassIndex('road_path')
        const shareOf = (hex: number) => after.ground.shares[hex * groundClasses.length + road]!
        const changes = after.probabilities.map((mass, hex) => mass / before.probabilities[hex]!)
        for (let ring = 0; ring < after.rings.count; ring++) {
          const inRing = [...changes.keys()].filter((hex) => after.rings.rings[hex] === ring)
          const off = inRing.filter((hex) => shareOf(hex) < 1e-10)
          for (const hex of off) expect(changes[hex]! / changes[off[0]!]!).toBeCloseTo(1, 8)
          if (off.length === 0) continue
          // A ring keeps its mass: hexagons on the road gain, others lose.
          for (const hex of inRing.filter(
            (index) => Math.abs(after.grid.east[index]! - east) < 25,
          )) {
            expect(shareOf(hex)).toBeGreaterThan(0.1)
            expect(changes[hex]!).toBeGreaterThan(1)
            expect(changes[off[0]!]!).toBeLessThan(1)
          }
        }
      }),
      { numRuns: runs(4) },
    )
  })

  test('place the despondent more in woods and at water, people with dementia more on roads and lines', async () => {
    // The ground has no houses, since the despondent prefer the streets between them.
    const mixed: GroundAt = (east, north) => ({
      ...townEdge(100)(east, north),
      structure: Number.POSITIVE_INFINITY,
      ...(east > 350 && { land_cover: 'wood' as const }),
      wood_edge: Math.abs(east - 350),
      ...(north < -250 && {
        water: Math.abs(north + 400),
        land_cover: north < -400 ? 'water' : 'field',
      }),
    })
    const fields = [
      await mapOn(mixed, incidentAt(zurich, { profile: 'despondent' })),
      await mapOn(mixed, incidentAt(zurich, { profile: 'dementia_alzheimers' })),
    ] as const
    // Both profiles use the same shares, because their track offsets differ.
    const { shares } = fields[1].ground
    const shareOn = (
      map: (typeof fields)[number],
      names: readonly (typeof groundClasses)[number][],
    ) =>
      sum(
        map.probabilities.map((mass, hex) =>
          sum(
            names.map((name) => mass * shares[hex * groundClasses.length + findClassIndex(name)]!),
          ),
        ),
      ) / sum(map.probabilities)
    const [despondent, dementia] = fields
    expect(shareOn(despondent, ['wood', 'water'])).toBeGreaterThan(
      shareOn(dementia, ['wood', 'water']),
    )
    const lines = ['road_path', 'linear'] as const
    expect(shareOn(dementia, lines)).toBeGreaterThan(shareOn(despondent, lines))
  })

  test('make deep water less likely than the shore', async () => {
    await fc.assert(
      fc.asyncProperty(
        profile,
        fc.integer({ min: 500, max: 700 }),
        async (profileName, eastMeters) => {
          const radiusMeters = 300
          const at = lake({ eastMeters, radiusMeters })
          const map = await mapOn(
            at,
            incidentAt(zurich, { profile: profileName, radiusMeters: 970 }),
          )
          const { grid, probabilities } = map
          const fromShore = (hex: number) =>
            Math.hypot(grid.east[hex]! - eastMeters, grid.north[hex]!) - radiusMeters
          const pick = (test: (meters: number) => boolean) =>
            Array.from(probabilities.keys())
              .filter((hex) => test(fromShore(hex)))
              .map((hex) => probabilities[hex]!)
          expect(Math.max(...pick((meters) => meters < -100))).toBeLessThan(
            Math.min(...pick((meters) => Math.abs(meters) < 20)),
          )
        },
      ),
      { numRuns: runs(4) },
    )
  })

  test('lower only the ground behind a barrier, within each ring', async () => {
    await fc.assert(
      fc.asyncProperty(
        profile,
        fc.integer({ min: 200, max: 500 }),
        async (profileName, eastMeters) => {
          // Keeps the cliff's barrier and heights, without its rock and its scenic band.
          const at: GroundAt = (east, north) => {
            const { barrier = 0, heightMeters } = cliffBarrier({ eastMeters })(east, north)
            return { barrier, ...(heightMeters !== undefined && { heightMeters }) }
          }
          const incident = incidentAt(zurich, { profile: profileName })
          const [before, after] = [await mapOn(flatOpen, incident), await mapOn(at, incident)]
          const { rings, count } = after.rings
          const { east } = after.grid
          for (let ring = 0; ring < count; ring++) {
            const inRing = Array.from(rings.keys()).filter((hex) => rings[hex] === ring)
            const change = (hex: number) => after.probabilities[hex]! / before.probabilities[hex]!
            const near = inRing.filter((hex) => east[hex]! < eastMeters - 90)
            const far = inRing.filter((hex) => east[hex]! > eastMeters + 60)
            for (const hex of near) expect(change(hex) / change(near[0]!)).toBeCloseTo(1, 9)
            if (inRing.length === near.length)
              for (const hex of near) expect(change(hex)).toBeCloseTo(1, 9)
            for (const hex of far) expect(change(hex)).toBeLessThan(1)
          }
        },
      ),
      { numRuns: runs(3) },
    )
  })
})

describe('a bearing', () => {
  test('keeps part of the hexagons, with their probabilities', async () => {
    await fc.assert(
      fc.asyncProperty(ground, profile, bearing, async (at, profileName, initialBearingDegrees) => {
        const incident = incidentAt(zurich, { profile: profileName, radiusMeters: 400 })
        const all = await predicted(at, incident)
        const part = await predicted(at, { ...incident, initialBearingDegrees })
        const whole = byHex(all)
        expect(part.ids.length).toBeLessThan(all.ids.length)
        for (const [id, probability] of byHex(part)) expect(probability).toBe(whole.get(id))
        const removed = sum(all.probabilities) - sum(part.probabilities)
        expect(part.coneRemovedMass).toBeCloseTo(removed, 12)
        expect(part.ids).toContain(latLngToCell(zurich.lat, zurich.lon, part.resolution))
      }),
      few,
    )
  })

  test('of 360 degrees equals a bearing of 0', async () => {
    const incident = incidentAt(zurich, { radiusMeters: 400 })
    expect(await predicted(townEdge(), { ...incident, initialBearingDegrees: 360 })).toEqual(
      await predicted(townEdge(), { ...incident, initialBearingDegrees: 0 }),
    )
  })
})

describe('weather and age', () => {
  test('do not depend on the direction of the wind', async () => {
    await fc.assert(
      fc.asyncProperty(ground, profile, weather, bearing, async (at, profileName, given, other) => {
        const base = incidentAt(zurich, {
          profile: profileName,
          radiusMeters: 400,
          weatherSource: 'request',
        })
        expect(await predicted(at, { ...base, weather: given })).toEqual(
          await predicted(at, { ...base, weather: { ...given, windDirectionDegrees: other } }),
        )
      }),
      few,
    )
  })

  test('have no effect, which the notes state', async () => {
    await fc.assert(
      fc.asyncProperty(ground, profile, weather, async (at, profileName, given) => {
        const base = incidentAt(zurich, { profile: profileName, radiusMeters: 400 })
        const [plain, told] = [
          await predicted(at, base),
          await predicted(at, { ...base, ageYears: 91, weather: given, weatherSource: 'request' }),
        ]
        expect(told.probabilities).toEqual(plain.probabilities)
        expect(told.notes.join(' ')).toMatch(/The age has no effect.*The weather has no effect/)
        expect(plain.notes.join(' ')).not.toMatch(/The age|The weather/)
      }),
      few,
    )
  })

  /** Returns the cumulative probability by ring, from the origin outwards. */
  const within = ({ probabilities, rings }: Awaited<ReturnType<typeof mapOn>>) => {
    const sums = new Float64Array(rings.count)
    probabilities.forEach((mass, hex) => {
      sums[rings.rings[hex]!]! += mass
    })
    let total = 0
    return sums.map((mass) => {
      total += mass
      return total
    })
  }

  test('never increase distances when weather is worse or age is higher and these terms are on', async () => {
    const years = fc.integer({ min: 1, max: 110 })
    const rain = fc.integer({ min: 0, max: 12 })
    await fc.assert(
      fc.asyncProperty(
        ground,
        profile,
        fc.tuple(years, years),
        fc.tuple(rain, rain),
        async (at, profileName, ages, rains) => {
          const mild = { temperatureC: 15, windSpeedMetersPerSecond: 2, windDirectionDegrees: 0 }
          const run = (ageYears: number, precipitationMmPerHour: number) =>
            mapOn(
              at,
              incidentAt(zurich, {
                profile: profileName,
                radiusMeters: 500,
                ageYears,
                weather: { ...mild, precipitationMmPerHour },
              }),
              { terms: { age: true, weather: true } },
            )
          const easy = await run(Math.min(...ages), Math.min(...rains))
          const hard = await run(Math.max(...ages), Math.max(...rains))
          const nearer = within(hard)
          within(easy).forEach((mass, ring) => {
            expect(nearer[ring]!).toBeGreaterThanOrEqual(mass - 1e-9)
          })
          // Compares the mean distance too, with the mass outside at the edge; within rings it moves less than a metre.
          const mean = (map: typeof easy) => {
            const distances = distancesOf(map)
            return (
              sum(map.probabilities.map((mass, hex) => mass * distances[hex]!)) +
              500 * map.outsideMass
            )
          }
          expect(mean(hard)).toBeLessThanOrEqual(mean(easy) + 1)
        },
      ),
      few,
    )
  })
})

describe('confidence', () => {
  const level = { low: 0, medium: 1, high: 2 }

  test('never rises when the area shrinks', async () => {
    await fc.assert(
      fc.asyncProperty(
        ground,
        profile,
        fc.array(fc.integer({ min: 50, max: 1500 }), { minLength: 2, maxLength: 2 }),
        async (at, profileName, radii) => {
          const run = (radiusMeters: number) =>
            predicted(at, incidentAt(zurich, { profile: profileName, radiusMeters }))
          const small = await run(Math.min(...radii))
          const large = await run(Math.max(...radii))
          expect(level[small.confidence]).toBeLessThanOrEqual(level[large.confidence])
        },
      ),
      few,
    )
  })

  test('never rises when data is taken away', async () => {
    const incident = incidentAt(zurich, { radiusMeters: 900 })
    const whole = await predict(analyticLandscape({ center: zurich, at: townEdge() }), incident)
    const poorer = [
      analyticLandscape({ center: zurich, at: townEdge(), missing: ['structure', 'water'] }),
      analyticLandscape({ center: zurich, at: townEdge(), radiusMeters: 600 }),
      analyticLandscape({ center: zurich, at: () => ({ land_cover: 'unknown' }) }),
      analyticLandscape({ center: zurich, at: () => ({ heightMeters: Number.NaN }) }),
    ]
    for (const landscape of poorer) {
      const { confidence, notes } = await predict(landscape, incident)
      expect(level[confidence]).toBeLessThanOrEqual(level[whole.confidence])
      expect(notes.some((note) => /^(Lower confidence|Of the area)/.test(note))).toBe(true)
    }
  })
})

test('probabilities do not depend on where on the globe the same ground lies', async () => {
  const place = fc.record({
    lat: fc.oneof(fc.double({ min: -85, max: 85, noNaN: true }), fc.constantFrom(89.99, -90, 0)),
    lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(179.999, -180)),
  })
  const sectors = async (center: LatLon, at: GroundAt) => {
    const { grid, probabilities } = await mapOn(at, incidentAt(center))
    const sums = new Array<number>(8).fill(0)
    probabilities.forEach((mass, hex) => {
      const angle = Math.atan2(grid.north[hex]!, grid.east[hex]!) + Math.PI
      sums[Math.floor((angle / Math.PI) * 4) % 8]! += mass
    })
    return sums
  }
  const scene = townEdge(150)
  const here = await sectors(zurich, scene)
  await fc.assert(
    fc.asyncProperty(place, async (center) => {
      const there = await sectors(center, scene)
      // Hexagons differ in position, and in size by up to a fifth; the middle hexagon may be in any sector.
      there.forEach((mass, sector) => {
        expect(Math.abs(mass - here[sector]!)).toBeLessThan(0.08)
      })
      expect(sum(there)).toBeCloseTo(sum(here), 2)
    }),
    { numRuns: runs(6) },
  )
})

describe('areas without an origin', () => {
  const shifted = (east: number, north: number): [number, number] => {
    const { plane } = buildHexGrid({ type: 'circle', center: zurich, radiusMeters: 10 })
    const { lat, lon } = plane.toGlobe(east, north)
    return [lon, lat]
  }
  const square = [shifted(-400, -400), shifted(400, -400), shifted(400, 400), shifted(-400, 400)]
  const polygon = { type: 'polygon', rings: [[...square, square[0]!]] } as const
  const path = {
    type: 'path',
    line: [shifted(-400, 0), shifted(300, 100)],
    bufferMeters: 60,
  } as const

  test.each([polygon, path])('have masses and classes of sum 1 for a $type', async (area) => {
    const incident = { ...incidentAt(zurich), area }
    const map = await mapOn(woodAndField(), incident)
    expect(sum(map.probabilities) + map.outsideMass).toBeCloseTo(1, 9)
    expect(sum(map.classes.achieved)).toBeCloseTo(1, 9)
    const { confidence } = await predict(landscapeAt(woodAndField(), incident), incident)
    expect(confidence).not.toBe('high')
  })
})
