import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MeasuredLine } from '#ground/geo'
import { listCellTerms } from '#places/gazetteer'
import { corridorCells } from '#places/search'
import { runs } from '../../../setup/suite.ts'

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true })

/** Routes of one to four legs of up to some 400 km, over the antimeridian too. */
const lines = fc
  .tuple(
    degrees(-70, 70),
    degrees(-180, 180),
    fc.array(fc.tuple(degrees(-1, 1), degrees(-1, 1)), { minLength: 1, maxLength: 12 }),
    fc.constantFrom(0.01, 0.3, 1),
  )
  .map(([lat, lon, turns, scale]) => {
    const positions = [[lat, lon] as const]
    for (const [north, east] of turns) {
      const [fromLat, fromLon] = positions.at(-1)!
      const next = fromLon + scale * east
      positions.push([fromLat + scale * north, next - 360 * Math.round(next / 360)])
    }
    const legs = [positions.slice(0, 5), positions.slice(4, 9), positions.slice(8)]
    return legs
      .filter((leg) => leg.length > 0)
      .map(
        (leg) => new MeasuredLine(Int32Array.from(leg.flat(), (value) => Math.round(value * 1e6))),
      )
  })

describe('the cells of a corridor', () => {
  test('cover every position within its half width, each cell once', () => {
    const at = fc.tuple(fc.nat(), degrees(0, 1), degrees(0, 1), degrees(0, 2 * Math.PI))
    fc.assert(
      fc.property(
        lines,
        degrees(100, 50_000),
        fc.array(at, { minLength: 8, maxLength: 8 }),
        (lines, halfWidthMeters, picks) => {
          const groups = corridorCells({ lines, halfWidthMeters })
          const cells = groups.flatMap((group) => group.cells)
          const known = new Set(cells)
          expect(known.size).toBe(cells.length)
          const zoom = Number(/^g:(\d+)/.exec(cells[0]!)![1]) as 8
          if (zoom > 8) expect(known.size).toBeLessThanOrEqual(400)
          for (const [leg, along, away, angle] of picks) {
            const line = lines[leg % lines.length]!
            const { lat, lon } = line.positionAt(along * line.lengthMeters)
            const meters = away * halfWidthMeters * 0.99
            const north = (meters * Math.cos(angle)) / 111_700
            const east =
              (meters * Math.sin(angle)) /
              (111_700 * Math.cos(((Math.abs(lat) + 0.5) * Math.PI) / 180))
            const point = {
              lat: lat + north,
              lon: lon + east - 360 * Math.round((lon + east) / 360),
            }
            if (!line.nearest(point, halfWidthMeters)) continue
            const box = {
              min_lat: point.lat,
              max_lat: point.lat,
              min_lon: point.lon,
              max_lon: point.lon,
            }
            expect(known).toContain(listCellTerms(box, zoom)[0])
          }
        },
      ),
      { numRuns: runs(400) },
    )
  })

  test('are those at the line first, and belong to the tenths of the route', () => {
    const line = new MeasuredLine(Int32Array.of(45e6, 5e6, 45e6, 5.3e6))
    const groups = corridorCells({ lines: [line], halfWidthMeters: 5_000 })
    const stretches = groups.map(({ stretch }) => stretch)
    expect(stretches.slice(0, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(Math.max(...stretches)).toBe(9)
  })
})
