import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { cellArea, cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js'
import { describe, expect, test } from 'vitest'
import type { HexGrid, SearchArea } from '#prediction'
import { buildHexGrid } from '#prediction'
import { runs } from '../../setup/suite.ts'

const { Geodesic } = geodesic

const meters = (a: readonly number[], b: readonly number[]) =>
  Geodesic.WGS84.Inverse(a[0]!, a[1]!, b[0]!, b[1]!, Geodesic.DISTANCE).s12!

const circle = (lat: number, lon: number, radiusMeters: number): SearchArea => ({
  type: 'circle',
  center: { lat, lon },
  radiusMeters,
})

/** Returns a star around a place, with positions at the given radii. */
function star(center: { lat: number; lon: number }, radii: readonly number[]): SearchArea {
  const ring = radii.map((radius, i): [number, number] => {
    const azimuth = (360 * i) / radii.length
    const { lat2, lon2 } = Geodesic.WGS84.Direct(center.lat, center.lon, azimuth, radius)
    return [Geodesic.WGS84.Direct(lat2!, lon2!, 0, 0).lon2!, lat2!]
  })
  return { type: 'polygon', rings: [[...ring, ring[0]!]] }
}

const places = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { lat: 90, lon: 0 },
      { lat: -89.995, lon: 30 },
      { lat: 12, lon: 180 },
      { lat: -40, lon: -179.99 },
      ...getPentagons(10)
        .slice(0, 2)
        .map((cell) => ({
          lat: cellToLatLng(cell)[0],
          lon: cellToLatLng(cell)[1],
        })),
    ),
  },
)

function expectNeighbours({ ids, neighbours }: HexGrid) {
  const places = new Map(ids.map((id, i) => [id, i]))
  const wrong: string[] = []
  ids.forEach((id, i) => {
    const expected = gridDisk(id, 1)
      .filter((cell) => cell !== id)
      .map((cell) => places.get(cell) ?? -1)
      .filter((cell) => cell >= 0)
    const found = [...neighbours.subarray(6 * i, 6 * i + 6)].filter((cell) => cell >= 0)
    if (found.join() !== expected.sort((a, b) => a - b).join()) wrong.push(id)
  })
  expect(wrong).toEqual([])
}

describe('the hexagons of a circle', () => {
  test('are all hexagons with their centre within the radius, anywhere on the globe', () => {
    fc.assert(
      fc.property(
        places,
        fc.double({ min: 150, max: 1200, noNaN: true }),
        ({ lat, lon }, radius) => {
          const grid = buildHexGrid(circle(lat, lon, radius))
          const steps = Math.ceil(radius / (grid.resolution === 11 ? 30 : 80)) + 2
          const around = gridDisk(latLngToCell(lat, lon, grid.resolution), steps)
          const away = new Map(around.map((id) => [id, meters([lat, lon], cellToLatLng(id))]))
          // The tolerance of half a metre at the edge allows for rounding.
          const [sure, possible] = [-0.5, 0.5].map(
            (slack) => new Set(around.filter((id) => away.get(id)! <= radius + slack)),
          )
          expect([...sure!].filter((id) => !grid.ids.includes(id))).toEqual([])
          expect(grid.ids.filter((id) => !possible!.has(id))).toEqual([])
          expectNeighbours(grid)
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    )
  })

  test('cover the area of the circle: about 5,200 of resolution 10 for 5 km', () => {
    for (const [lat, lon] of [
      [46.42, -28.42],
      [0, 0],
      [-17, 180],
      [90, 0],
    ] as const) {
      const grid = buildHexGrid(circle(lat, lon, 5000))
      expect(grid.resolution).toBe(10)
      expect(grid.areaSquareMeters).toBeCloseTo(Math.PI * 25e6, 0)
      expect((grid.ids.length * grid.hexSquareMeters) / grid.areaSquareMeters).toBeCloseTo(1, 2)
    }
  })

  test('are in the order of their indexes, and the same every time', () => {
    const grid = buildHexGrid(circle(46.42, -28.42, 3000))
    expect(grid.ids).toEqual([...grid.ids].sort())
    expect(new Set(grid.ids).size).toBe(grid.ids.length)
    expect(buildHexGrid(circle(46.42, -28.42, 3000)).ids).toEqual(grid.ids)
  })

  test.each([0.001, 1, 20])('of %d m include at least the hexagon of the centre', (radius) => {
    const grid = buildHexGrid(circle(46.42, -28.42, radius))
    expect(grid.ids).toContain(latLngToCell(46.42, -28.42, 11))
    expect(grid.ids.length).toBeLessThanOrEqual(3)
  })

  test('have resolution 11 below 3 km2, and 10 above', () => {
    expect(buildHexGrid(circle(46, 7, 976)).resolution).toBe(11)
    expect(buildHexGrid(circle(46, 7, 978)).resolution).toBe(10)
  })

  test('have their area, and the distance of their centres', () => {
    const grid = buildHexGrid(circle(46.42, -28.42, 2000))
    const middle = grid.ids.indexOf(latLngToCell(46.42, -28.42, 10))
    // H3 measures on a sphere, which differs from the ellipsoid by up to 0.5 %.
    expect(grid.hexSquareMeters / cellArea(grid.ids[middle]!, 'm2')).toBeCloseTo(1, 2)
    const [lat, lon] = cellToLatLng(grid.ids[middle]!)
    expect([grid.lats[middle], grid.lons[middle]]).toEqual([lat, lon])
    const distance = Math.hypot(grid.east[middle]!, grid.north[middle]!)
    expect(distance).toBeCloseTo(meters([46.42, -28.42], [lat, lon]), 2)
  })
})

describe('the pattern points of a hexagon', () => {
  test.each([
    [10, 37, 3000],
    [11, 19, 300],
  ])('of resolution %d number %d, lie within it and are spread evenly', (_, count, radius) => {
    const { pattern, plane, east, north, ids, resolution, hexSquareMeters } = buildHexGrid(
      circle(46.42, -28.42, radius),
    )
    expect(pattern).toHaveLength(count)
    for (const hex of [0, ids.length >> 1]) {
      for (const point of pattern) {
        const { lat, lon } = plane.toGlobe(east[hex]! + point.east, north[hex]! + point.north)
        expect(latLngToCell(lat, lon, resolution)).toBe(ids[hex])
      }
    }
    const mean = (of: (point: { east: number; north: number }) => number) =>
      pattern.reduce((sum, point) => sum + of(point), 0) / count
    expect(mean((point) => point.east)).toBeCloseTo(0, 6)
    expect(mean((point) => point.north)).toBeCloseTo(0, 6)
    // The second moment of a hexagon is 5/12 of its side squared.
    const moment = (5 / 12) * (hexSquareMeters / (1.5 * Math.sqrt(3)))
    expect(mean((point) => point.east ** 2 + point.north ** 2) / moment).toBeCloseTo(1, 1)
  })
})

describe('the hexagons of a polygon', () => {
  const radii = fc.array(fc.double({ min: 300, max: 1600, noNaN: true }), {
    minLength: 5,
    maxLength: 24,
  })

  test('are all hexagons with their centre inside, anywhere on the globe', () => {
    fc.assert(
      fc.property(places, radii, (center, distances) => {
        const area = star(center, distances)
        const grid = buildHexGrid(area)
        const [ring] = (area as Extract<SearchArea, { type: 'polygon' }>).rings
        const corners = ring!.map(([lon, lat]) => grid.plane.toPlane({ lat, lon }))
        const inside = (east: number, north: number) => {
          let turns = 0
          for (let i = 1; i < corners.length; i++) {
            const [a, b] = [corners[i - 1]!, corners[i]!]
            const cross = (a.east - east) * (b.north - north) - (a.north - north) * (b.east - east)
            const dot = (a.east - east) * (b.east - east) + (a.north - north) * (b.north - north)
            turns += Math.atan2(cross, dot) / (2 * Math.PI)
          }
          return Math.round(turns) !== 0
        }
        const reach = Math.max(...corners.map(({ east, north }) => Math.hypot(east, north)))
        // The distance between rows of hexagons is 0.93 times the root of their area, less where the grid bends.
        const rings = Math.ceil(reach / (0.75 * Math.sqrt(grid.hexSquareMeters))) + 3
        const middle = latLngToCell(grid.plane.center.lat, grid.plane.center.lon, grid.resolution)
        const expected = gridDisk(middle, rings).filter((id) => {
          const [lat, lon] = cellToLatLng(id)
          const { east, north } = grid.plane.toPlane({ lat, lon })
          return inside(east, north)
        })
        const found = new Set(grid.ids)
        expect(expected.filter((id) => !found.has(id))).toEqual([])
        expect(grid.ids.length).toBe(expected.length)
        expectNeighbours(grid)
      }),
      { numRuns: runs(12), endOnFailure: true },
    )
  })

  test('exclude its holes, and so does the area', () => {
    const box = (e: number, n: number): [number, number][] => [
      [7 - e, 46 - n],
      [7 + e, 46 - n],
      [7 + e, 46 + n],
      [7 - e, 46 + n],
      [7 - e, 46 - n],
    ]
    const whole = buildHexGrid({ type: 'polygon', rings: [box(0.02, 0.02)] })
    const hollow = buildHexGrid({ type: 'polygon', rings: [box(0.02, 0.02), box(0.01, 0.01)] })
    expect(hollow.areaSquareMeters / whole.areaSquareMeters).toBeCloseTo(0.75, 3)
    expect(hollow.ids.length / whole.ids.length).toBeCloseTo(0.75, 1)
    expect(hollow.ids).not.toContain(latLngToCell(46, 7, 10))
    expect(whole.ids).toContain(latLngToCell(46, 7, 10))
  })

  test('are all hexagons that the polygon runs through if it is too narrow for centres', () => {
    const ring: [number, number][] = [
      [7, 46],
      [7.05, 46],
      [7.05, 46.00005],
      [7, 46.00005],
      [7, 46],
    ]
    const { ids } = buildHexGrid({ type: 'polygon', rings: [ring] })
    for (let i = 0; i <= 1000; i++) {
      expect(ids).toContain(latLngToCell(46.000025, 7 + 0.00005 * i, 11))
    }
  })
})

describe('the hexagons of a path', () => {
  test('are all hexagons with their centre within the buffer, and all that the line passes', () => {
    fc.assert(
      fc.property(
        places,
        fc.array(fc.tuple(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 2, max: 900 })), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.double({ min: 1, max: 300, noNaN: true }),
        ({ lat, lon }, legs, bufferMeters) => {
          const line: [number, number][] = [[lon, lat]]
          for (const [azimuth, length] of legs) {
            const [fromLon, fromLat] = line.at(-1)!
            const { lat2, lon2 } = Geodesic.WGS84.Direct(fromLat, fromLon, azimuth, length)
            line.push([lon2!, lat2!])
          }
          const grid = buildHexGrid({ type: 'path', line, bufferMeters })
          expect(grid.resolution).toBe(11)
          const corners = line.map(([lon, lat]) => grid.plane.toPlane({ lat, lon }))
          const fromLine = (east: number, north: number) =>
            Math.min(
              ...corners.slice(1).map((to, i) => {
                const from = corners[i]!
                const [dx, dy] = [to.east - from.east, to.north - from.north]
                const share =
                  ((east - from.east) * dx + (north - from.north) * dy) / (dx * dx + dy * dy || 1)
                const t = Math.max(0, Math.min(1, share))
                return Math.hypot(east - from.east - t * dx, north - from.north - t * dy)
              }),
            )
          for (const [i] of grid.ids.entries()) {
            expect(fromLine(grid.east[i]!, grid.north[i]!)).toBeLessThan(
              Math.max(bufferMeters + 0.01, 35),
            )
          }
          for (const id of new Set(grid.ids.flatMap((cell) => gridDisk(cell, 1)))) {
            const [lat, lon] = cellToLatLng(id)
            const { east, north } = grid.plane.toPlane({ lat, lon })
            if (fromLine(east, north) < bufferMeters - 0.01) expect(grid.ids).toContain(id)
          }
          for (const [lon, lat] of line) {
            if (bufferMeters < 40) expect(grid.ids).toContain(latLngToCell(lat, lon, 11))
          }
          expectNeighbours(grid)
        },
      ),
      { numRuns: runs(40), endOnFailure: true },
    )
  })

  test('have the area of the corridor, and count ground passed twice only once', () => {
    const there: [number, number][] = [
      [7, 46],
      [7, 46.05],
    ]
    const length = meters([46, 7], [46.05, 7])
    const expected = length * 200 + Math.PI * 100 ** 2
    const once = buildHexGrid({ type: 'path', line: there, bufferMeters: 100 })
    const andBack = buildHexGrid({ type: 'path', line: [...there, [7, 46]], bufferMeters: 100 })
    expect(once.areaSquareMeters / expected).toBeCloseTo(1, 2)
    expect(andBack.areaSquareMeters).toBeCloseTo(once.areaSquareMeters, 3)
    expect(andBack.ids).toEqual(once.ids)
  })
})
