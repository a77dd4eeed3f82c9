import { geodesicMeters } from '#ground/geo'
import type { SearchArea } from '../prediction.ts'
import { areaLimits } from './limits.ts'
import { type PlanePoint, type PlaneShape, subdivided } from './plane-shape.ts'
import { assertOnGlobe, onPlane, planeAround } from './positions.ts'
import { refusal, roundedUp } from './refusal.ts'
import { squareToSegment } from './rings.ts'

const fieldPath = 'area.geometry.coordinates'

/**
 * The corridor around a line, with round ends. The line may cross itself.
 *
 * @throws ApiError `bad_request` when it has no length, or its length or corridor is over the limit.
 */
export function pathShape({
  line,
  bufferMeters,
}: Extract<SearchArea, { type: 'path' }>): PlaneShape {
  const { positions, pathKilometers, corridorSquareKilometers } = areaLimits
  if (!(bufferMeters > 0 && bufferMeters <= areaLimits.bufferMeters)) {
    throw refusal(
      'area.buffer_m',
      `must be more than 0 and at most ${areaLimits.bufferMeters} metres`,
    )
  }
  if (line.length < 2) throw refusal(fieldPath, 'must have at least 2 positions')
  if (line.length > positions) {
    const max = positions.toLocaleString('en-US')
    throw refusal(fieldPath, `must have at most ${max} positions; it has ${line.length}`)
  }
  assertOnGlobe(line, fieldPath)
  const { plane, reachMeters } = planeAround(line, bufferMeters, fieldPath)
  const points = onPlane(plane, line)
  const lengthMeters = geodesicMeters(line.map(([lon, lat]) => ({ lat, lon }))).at(-1)!
  if (lengthMeters < 1) {
    throw refusal(fieldPath, 'has no length: ask for a circle around the one place')
  }
  if (lengthMeters > pathKilometers * 1000) {
    throw refusal(
      fieldPath,
      `is ${roundedUp(lengthMeters / 1000)} km long and may be ${pathKilometers}`,
    )
  }
  const corridorSquareMeters = lengthMeters * 2 * bufferMeters
  if (corridorSquareMeters > corridorSquareKilometers * 1e6) {
    const message =
      `has a corridor of ${roundedUp(corridorSquareMeters / 1e6)} km2 (its length times twice buffer_m) and may ` +
      `have ${corridorSquareKilometers}: lower buffer_m or send a part of the line`
    throw refusal(fieldPath, message)
  }
  const corridor = corridorOf(points, bufferMeters)
  return {
    plane,
    // Sample points are 8 m or more apart, too far for a narrow corridor, whose overlaps are ignored.
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
 * Containment test and area of the corridor. A square grid indexes the segments of the line, so that a point
 * is compared with nearby segments only.
 */
function corridorOf(line: readonly PlanePoint[], bufferMeters: number) {
  const side = Math.max(2 * bufferMeters, 100)
  const column = (meters: number) => Math.floor(meters / side)
  const squares = new Map<string, [PlanePoint, PlanePoint][]>()
  for (const segment of subdivided(line, side)) {
    const [from, to] = segment
    const [west, east] = ordered(from.east, to.east)
    const [south, north] = ordered(from.north, to.north)
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
    near.some(([from, to]) => squareToSegment(from, to, east, north) <= squaredBuffer)
  return {
    contains: (east: number, north: number) =>
      isNear(squares.get(`${column(east)} ${column(north)}`) ?? [], east, north),
    /** Estimated at sample points, so that overlapping parts count once. */
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
/** Points of the unit square, spread evenly (Kronecker sequence of the golden ratio). */
const samplePoints = Array.from({ length: sampleCount }, (_, k): [number, number] => [
  (k + 0.5) / sampleCount,
  (k * goldenStep) % 1,
])

function ordered(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a]
}
