import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeSegmentProbability,
  HexCover,
  type Incident,
  predict,
  type SearchArea,
  WorkLimit,
} from '#prediction'
import { byHex, incidentAt, landscapeAt, sum, zurich } from './incidents.ts'
import { type Corner, circleGrid, planeSegment, rectangle, tiles } from './polygons.ts'

const grid = circleGrid(400)
const fields = () => ({ land_cover: 'field' }) as const

const segmentsAt = async (incident: Incident, ...rings: Corner[][]) =>
  await predict(landscapeAt(fields, incident), {
    ...incident,
    segments: rings.map((ring, i) => planeSegment(grid, `${i}`, ring)),
  })

test('segments of 1,000 generated tilings add up to the probability inside the area', () => {
  const cover = new HexCover(grid, new WorkLimit())
  fc.assert(
    fc.property(
      tiles(700),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: grid.ids.length,
        maxLength: grid.ids.length,
      }),
      (rings, values) => {
        const probabilities = Float64Array.from(values)
        const total = sum(
          rings.map(
            (ring) =>
              computeSegmentProbability(
                planeSegment(grid, '', ring),
                grid,
                cover,
                probabilities,
                {},
              ).probability,
          ),
        )
        expect(Math.abs(total - sum(probabilities))).toBeLessThan(1e-7 * sum(probabilities) + 1e-12)
      },
    ),
    { numRuns: 1000 },
  )
})

describe('segments of a prediction', () => {
  test('have the probability of the hexagons that they cover, by share, and may overlap', async () => {
    const incident = incidentAt(zurich, { radiusMeters: 400 })
    const all = rectangle(-700, -700, 700, 700)
    const east = rectangle(0, -700, 700, 700)
    const { segments, probabilities, outsideMass, ids } = await segmentsAt(
      incident,
      all,
      east,
      rectangle(-700, -700, 0, 700),
      rectangle(5000, 0, 5100, 100),
    )
    const inside = 1 - outsideMass!
    expect(segments!.map(({ name }) => name)).toEqual(['0', '1', '2', '3'])
    expect(segments![0]!.probability).toBeCloseTo(inside, 12)
    expect(segments![1]!.probability + segments![2]!.probability).toBeCloseTo(inside, 9)
    expect(segments![1]!.probability).toBeCloseTo(inside / 2, 2)
    expect(segments![3]).toMatchObject({ probability: 0, insideSquareMeters: 0 })
    expect(segments![0]!.insideSquareMeters / ids.length).toBeCloseTo(grid.hexSquareMeters, -1)
    expect(sum(probabilities)).toBeCloseTo(inside, 12)
  })

  test('count only hexagons of the results when there is a bearing', async () => {
    const incident = incidentAt(zurich, { radiusMeters: 400, initialBearingDegrees: 90 })
    const all = rectangle(-700, -700, 700, 700)
    const west = rectangle(-700, -700, -60, 700)
    const { segments, probabilities } = await segmentsAt(incident, all, west)
    expect(segments![0]!.probability).toBeCloseTo(sum(probabilities), 12)
    expect(segments![1]).toMatchObject({ probability: 0, insideSquareMeters: 0 })
  })

  test('do not change the probabilities of hexagons', async () => {
    const areas: SearchArea[] = [
      { type: 'circle', center: zurich, radiusMeters: 300 },
      {
        type: 'path',
        line: [
          [8.54, 47.38],
          [8.545, 47.381],
        ],
        bufferMeters: 60,
      },
    ]
    for (const area of areas) {
      const incident = { ...incidentAt(zurich), area }
      const { segments, ...rest } = await segmentsAt(incident, rectangle(0, 0, 100, 100))
      expect(segments![0]!.probability).toBeGreaterThan(0)
      const without = await predict(landscapeAt(fields, incident), incident)
      expect(byHex(without)).toEqual(byHex(rest))
    }
  })
})
