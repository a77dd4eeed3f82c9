import geodesic from 'geographiclib-geodesic'
import type { SearchArea } from '../prediction.ts'
import { areaLimits } from './limits.ts'
import type { PlanePoint, PlaneShape } from './plane-shape.ts'
import { assertOnGlobe, type LonLat, onPlane, planeAround } from './positions.ts'
import { atLeast, refusal } from './refusal.ts'
import { squareToSegment } from './rings.ts'

const path = 'area.geometry.coordinates'

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
  if (line.length < 2) throw refusal(path, 'must have at least 2 positions')
  if (line.length > positions) {
    const most = positions.toLocaleString('en-US')
    throw refusal(path, `must have at most ${most} positions; it has ${line.length}`)
  }
  assertOnGlobe(line, path)
  const { plane, reachMeters } = planeAround(line, bufferMeters, path)
  const drawn = onPlane(plane, line)
  const length = geodesicMeters(line)
  if (length < 1) {
    throw refusal(path, 'has no length: ask for a circle around the one place')
  }
  if (length > pathKilometers * 1000) {
    throw refusal(path, `is ${atLeast(length / 1000)} km long and may be ${pathKilometers}`)
  }
  const corridor = length * 2 * bufferMeters
  if (corridor > corridorSquareKilometers * 1e6) {
    const message =
      `has a corridor of ${atLeast(corridor / 1e6)} km2 (its length times twice buffer_m) and may ` +
      `have ${corridorSquareKilometers}: lower buffer_m or send a part of the line`
    throw refusal(path, message)
  }
  const drawnCorridor = corridorOf(drawn, bufferMeters)
  return {
    plane,
    // The points that the area is counted by are 8 m apart at the least: too far for a narrow one.
    squareMeters:
      bufferMeters < 25 ? corridor + Math.PI * bufferMeters ** 2 : drawnCorridor.squareMeters(),
    widthMeters: 2 * bufferMeters,
    reachMeters,
    contains: drawnCorridor.contains,
    lines: [drawn],
    beyondMeters: bufferMeters,
    encloses: false,
  }
}

function geodesicMeters(line: readonly LonLat[]): number {
  const { Geodesic } = geodesic
  return line.reduce((sum, [lon, lat], i) => {
    const [fromLon, fromLat] = line[Math.max(0, i - 1)]!
    return sum + Geodesic.WGS84.Inverse(fromLat, fromLon, lat, lon, Geodesic.DISTANCE).s12!
  }, 0)
}

/**
 * The corridor as a test of points and as an area. Pieces of the line are sorted into squares, so that a
 * point is compared with those near it.
 */
function corridorOf(line: readonly PlanePoint[], bufferMeters: number) {
  const side = Math.max(2 * bufferMeters, 100)
  const column = (meters: number) => Math.floor(meters / side)
  const squares = new Map<string, [PlanePoint, PlanePoint][]>()
  for (const piece of pieces(line, side)) {
    const [from, to] = piece
    const [west, east] = ordered(from.east, to.east)
    const [south, north] = ordered(from.north, to.north)
    for (let c = column(west - bufferMeters); c <= column(east + bufferMeters); c++) {
      for (let r = column(south - bufferMeters); r <= column(north + bufferMeters); r++) {
        const here = squares.get(`${c} ${r}`)
        if (here) here.push(piece)
        else squares.set(`${c} ${r}`, [piece])
      }
    }
  }
  const square = bufferMeters * bufferMeters
  const isNear = (near: readonly [PlanePoint, PlanePoint][], east: number, north: number) =>
    near.some(([from, to]) => squareToSegment(from, to, east, north) <= square)
  return {
    contains: (east: number, north: number) =>
      isNear(squares.get(`${column(east)} ${column(north)}`) ?? [], east, north),
    /** Ground that the line passes twice counts once. */
    squareMeters() {
      let inside = 0
      for (const [key, near] of squares) {
        const [c, r] = key.split(' ').map(Number) as [number, number]
        for (const [x, y] of scattered) if (isNear(near, (c + x) * side, (r + y) * side)) inside++
      }
      return (inside / scattered.length) * side * side
    },
  }
}

/** Points spread over the unit square so that no line along or across it meets many at once. */
const scattered = Array.from({ length: 144 }, (_, k): [number, number] => [
  (k + 0.5) / 144,
  (k * 0.6180339887498949) % 1,
])

function ordered(one: number, other: number): [number, number] {
  return one < other ? [one, other] : [other, one]
}

/** The segments of a line, cut where they are longer than `most`. */
function* pieces(line: readonly PlanePoint[], most: number): Generator<[PlanePoint, PlanePoint]> {
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!]
    const [east, north] = [to.east - from.east, to.north - from.north]
    const count = Math.max(1, Math.ceil(Math.hypot(east, north) / most))
    const at = (k: number) => ({
      east: from.east + (east * k) / count,
      north: from.north + (north * k) / count,
    })
    for (let k = 0; k < count; k++) yield [at(k), at(k + 1)]
  }
}
