import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeDistance, encodeDistance } from '#ground/landscape'
import type { PixelGrid } from '../../../../region/elevation/index.ts'
import { DistanceField, divideGrid } from '../../../../region/features/index.ts'
import { runs } from '../../../setup/suite.ts'

/** A grid of about 15 m pixels between the equator and far north. */
function gridAt(lat: number, width: number, height: number): PixelGrid {
  const stepLat = 15 / 111_000
  const stepLon = stepLat / Math.cos((lat * Math.PI) / 180)
  return { west: 9, north: lat, stepLon, stepLat, width, height }
}

type Segment = [x0: number, y0: number, x1: number, y1: number]

/** Returns the metres from the middle of a pixel to the nearest segment, all in pixels of the grid. */
function trueMeters(
  segments: readonly Segment[],
  [column, row]: [number, number],
  east: number,
  north: number,
): number {
  let nearest = Infinity
  for (const [x0, y0, x1, y1] of segments) {
    const [ax, ay] = [(x0 - column - 0.5) * east, (y0 - row - 0.5) * north]
    const [dx, dy] = [(x1 - x0) * east, (y1 - y0) * north]
    const length = dx * dx + dy * dy
    const along = length > 0 ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length)) : 0
    nearest = Math.min(nearest, Math.hypot(ax + along * dx, ay + along * dy))
  }
  return nearest
}

const segment = (side: number): fc.Arbitrary<Segment> => {
  const place = fc.double({ min: -10, max: side + 10, noNaN: true })
  return fc.tuple(place, place, place, place)
}

describe('distances to lines', () => {
  test('agree with brute force to 2 m and half a step, at any latitude and across blocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 42.5, 60.2, 69),
        fc.array(segment(60), { minLength: 1, maxLength: 12 }),
        (lat, segments) => {
          const grid = gridAt(lat, 60, 60)
          for (const window of divideGrid(grid, 32)) {
            const field = new DistanceField(window)
            for (const [x0, y0, x1, y1] of segments)
              field.segment(
                ...([x0 - window.column, y0 - window.row] as const),
                ...([x1 - window.column, y1 - window.row] as const),
              )
            const { block, pixelNorthMeters, pixelEastMeters } = window
            const bytes = field.bytes()
            for (const [i, byte] of bytes.entries()) {
              const row = block.row + Math.floor(i / block.width)
              const pixel = [block.column + (i % block.width), row] as const
              const meters = trueMeters(
                segments,
                [pixel[0] + window.column, pixel[1] + window.row],
                pixelEastMeters[row]!,
                pixelNorthMeters,
              )
              if (byte === 255) expect(meters).toBeGreaterThan(506)
              else expect(Math.abs(decodeDistance(byte) - meters)).toBeLessThan(3.01)
              // Beside a line, no distance is propagated.
              if (meters < 10) expect(byte).toBe(encodeDistance(Math.fround(meters)))
            }
          }
        },
      ),
      { numRuns: runs(20) },
    )
  })
})
