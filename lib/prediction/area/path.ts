import { measureGeodesics } from '#ground/geo'
import type { SearchArea } from '../prediction.ts'
import { areaLimits } from './limits.ts'
import { divideLine, type PlanePoint, type PlaneShape } from './plane-shape.ts'
import { assertOnGlobe, createPlaneAround, projectOntoPlane } from './positions.ts'
import { createRefusal, formatRoundedUp } from './refusal.ts'
import { measureSquaredDistance } from './rings.ts'

const fieldPath = 'area.geometry.coordinates'

/**
 * Validates a line and builds the corridor around it, with round ends. The line may cross itself.
 *
 * @throws ApiError `bad_request` when the line has no length, or its length or corridor exceeds a limit.
 */
export function parsePath({
  line,
  bufferMeters,
}: Extract<SearchArea, { type: 'path' }>): PlaneShape {
  const { positions, pathKilometers, corridorSquareKilometers } = areaLimits
  if (!(bufferMeters > 0 && bufferMeters <= areaLimits.bufferMeters)) {
    throw createRefusal(
      'area.buffer_m',
      `must be more than 0 and at most ${areaLimits.bufferMeters} metres`,
    )
  }
  if (line.length < 2) throw createRefusal(fieldPath, 'must have at least 2 positions')
  if (line.length > positions) {
    const max = positions.toLocaleString('en-US')
    throw createRefusal(fieldPath, `must have at most ${max} positions; it has ${line.length}`)
  }
  assertOnGlobe(line, fieldPath)
  const { plane, reachMeters } = createPlaneAround(line, bufferMeters, fieldPath)
  const points = projectOntoPlane(plane, line)
  const lengthMeters = measureGeodesics(line.map(([lon, lat]) => ({ lat, lon }))).at(-1)!
  if (lengthMeters < 1) {
    throw createRefusal(fieldPath, 'has no length: ask for a circle around the one place')
  }
  if (lengthMeters > pathKilometers * 1000) {
    throw createRefusal(
      fieldPath,
      `is ${formatRoundedUp(lengthMeters / 1000)} km long and may be ${pathKilometers}`,
    )
  }
  const corridorSquareMeters = lengthMeters * 2 * bufferMeters
  if (corridorSquareMeters > corridorSquareKilometers * 1e6) {
    const message =
      `has a corridor of ${formatRoundedUp(corridorSquareMeters / 1e6)} km2 (its length times twice buffer_m) and may ` +
      `have ${corridorSquareKilometers}: lower buffer_m or send a part of the line`
    throw createRefusal(fieldPath, message)
  }
  const corridor = buildCorridor(points, bufferMeters)
  return {
    plane,
    // Sample points are 8 m or more apart, which is too coarse for a narrow corridor, so its overlaps are ignored.
    squareMeters:
      bufferMeters < 25
        ? corridorSquareMeters + Math.PI * bufferMeters ** 2
        : corridor.squareMeters(),
    widthMeters: 2 * bufferMeters,
    reachMeters,
    contains: corridor.contains,
    lines: [points],
    beyondMeters: bufferMeters,
    encloses: false,
  }
}

/**
 * Builds the containment test and the area estimate of the corridor. A square grid indexes the segments of the line,
 * so that a point is compared with nearby segments only.
 */
function buildCorridor(line: readonly PlanePoint[], bufferMeters: number) {
  const side = Math.max(2 * bufferMeters, 100)
  const column = (meters: number) => Math.floor(meters / side)
  const squares = new Map<string, [PlanePoint, PlanePoint][]>()
  for (const segment of divideLine(line, side)) {
    const [from, to] = segment
    const [west, east] = sortPair(from.east, to.east)
    const [south, north] = sortPair(from.north, to.north)
    for (let c = column(west - bufferMeters); c <= column(east + bufferMeters); c++) {
      for (let r = column(south - bufferMeters); r <= column(north + bufferMeters); r++) {
        const here = squares.get(`${c} ${r}`)
        if (here) here.push(segment)
        else squares.set(`${c} ${r}`, [segment])
      }
    }
  }
  const squaredBuffer = bufferMeters * bufferMeters
  const isNear = (near: readonly [PlanePoint, PlanePoint][], east: number, north: number) =>
    near.some(([from, to]) => measureSquaredDistance(from, to, east, north) <= squaredBuffer)
  return {
    contains: (east: number, north: number) =>
      isNear(squares.get(`${column(east)} ${column(north)}`) ?? [], east, north),
    /** Estimates the area from sample points, so that overlapping parts count once. */
    squareMeters() {
      let inside = 0
      for (const [key, near] of squares) {
        const [c, r] = key.split(' ').map(Number) as [number, number]
        for (const [x, y] of samplePoints)
          if (isNear(near, (c + x) * side, (r + y) * side)) inside++
      }
      return (inside / samplePoints.length) * side * side
    },
  }
}

const sampleCount = 144
/** 1 / golden ratio. */
const goldenStep = 0.6180339887498949
/** Points spread evenly over the unit square (Kronecker sequence of the golden ratio). */
const samplePoints = Array.from({ length: sampleCount }, (_, k): [number, number] => [
  (k + 0.5) / sampleCount,
  (k * goldenStep) % 1,
])

function sortPair(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a]
}
