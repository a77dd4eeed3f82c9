import type { Bounds } from '../geo/index.ts'
import type { Positions } from '../landscape/index.ts'
import type { HexGrid } from './prediction.ts'

/** Metres to either side over which the globe is taken as flat around a hexagon's centre. */
const stepMeters = 50
/** Nearer to a pole longitudes turn too quickly for that: 2 m of error in 200 m at this latitude. */
const polarDegrees = 89.8
/** More than from a hexagon's centre to anywhere in it. */
const hexMeters = 100
/** Side of the squares that are read as one. */
const squareMeters = 2_000
/** Of latitude; less than anywhere on the globe. */
const leastMetersPerDegree = 110_500

/**
 * Turns metres on the plane of a grid into positions on the globe, many at a time: around each hexagon
 * the two are as good as proportional (to 4 cm up to 88 degrees of latitude, within 150 m). Longitudes
 * do not jump: over the antimeridian they go on beyond 180.
 */
export class GridProjection {
  /** Of the hexagons, without a jump. */
  readonly lons: Float64Array
  readonly #grid: HexGrid
  readonly #lats: Float64Array
  /** For each hexagon: degrees of latitude and longitude by a metre east, then by a metre north. */
  readonly #degrees: Float64Array
  readonly #middle: number
  readonly #turn: number

  constructor(grid: HexGrid) {
    this.#grid = grid
    const count = grid.ids.length
    this.#middle = grid.plane.center.lon
    this.#lats = Float64Array.from(grid.lats)
    this.lons = new Float64Array(count)
    this.#degrees = new Float64Array(4 * count)
    let west = Infinity
    for (let hex = 0; hex < count; hex++) {
      this.lons[hex] = this.#middle + signed(grid.lons[hex]! - this.#middle)
      west = Math.min(west, this.lons[hex]!)
      this.#measure(hex)
    }
    // A margin beyond the westernmost centre included.
    this.#turn = west < -179.5 ? 360 : 0
    if (this.#turn) this.lons = this.lons.map((lon) => lon + this.#turn)
  }

  #measure(hex: number): void {
    const { plane, east, north } = this.#grid
    const [e, n] = [east[hex]!, north[hex]!]
    const ahead = [plane.toGlobe(e + stepMeters, n), plane.toGlobe(e, n + stepMeters)]
    const behind = [plane.toGlobe(e - stepMeters, n), plane.toGlobe(e, n - stepMeters)]
    for (const axis of [0, 1]) {
      const [to, from] = [ahead[axis]!, behind[axis]!]
      this.#degrees[4 * hex + 2 * axis] = (to.lat - from.lat) / (2 * stepMeters)
      this.#degrees[4 * hex + 2 * axis + 1] = signed(to.lon - from.lon) / (2 * stepMeters)
    }
  }

  /** Writes the position so many metres from a hexagon's centre into place `at` of the columns. */
  place(hex: number, eastMeters: number, northMeters: number, to: Positions, at: number): void {
    const d = 4 * hex
    const lat = this.#lats[hex]!
    if (Math.abs(lat) > polarDegrees) {
      const { east, north, plane } = this.#grid
      const place = plane.toGlobe(east[hex]! + eastMeters, north[hex]! + northMeters)
      to.lats[at] = place.lat
      to.lons[at] = this.#unwrapped(place.lon)
      return
    }
    const degrees = this.#degrees
    to.lats[at] = lat + degrees[d]! * eastMeters + degrees[d + 2]! * northMeters
    to.lons[at] = this.lons[hex]! + degrees[d + 1]! * eastMeters + degrees[d + 3]! * northMeters
  }

  /** The position of a point on the plane, anywhere near the area. */
  position(eastMeters: number, northMeters: number): { lat: number; lon: number } {
    const { lat, lon } = this.#grid.plane.toGlobe(eastMeters, northMeters)
    return { lat, lon: this.#unwrapped(lon) }
  }

  /**
   * Boxes that hold all hexagons and what is so near to the middle of the plane: one for every square of
   * the plane with hexagons in it, so that a long path does not make one large box.
   */
  boxes(middleMeters: number): Bounds[] {
    const { plane, lats, east, north } = this.#grid
    const middle = { lat: plane.center.lat, lon: this.#middle + this.#turn }
    const squares = new Map<string, Extent>()
    for (let hex = 0; hex < lats.length; hex++) {
      if (Math.hypot(east[hex]!, north[hex]!) + hexMeters <= middleMeters) continue
      const square = [east[hex]!, north[hex]!].map((meters) => Math.floor(meters / squareMeters))
      const extent = squares.get(square.join())
      if (extent) extend(extent, lats[hex]!, this.lons[hex]!)
      else squares.set(square.join(), extentOf(lats[hex]!, this.lons[hex]!))
    }
    return [
      boxAround(extentOf(middle.lat, middle.lon), middleMeters),
      ...Array.from(squares.values(), (extent) => boxAround(extent, hexMeters)),
    ]
  }

  #unwrapped(lon: number): number {
    return this.#middle + this.#turn + signed(lon - this.#middle)
  }
}

/** Columns for so many positions. */
export function emptyPositions(count: number): Positions {
  return { lats: new Float64Array(count), lons: new Float64Array(count) }
}

interface Extent {
  lats: [least: number, most: number]
  lons: [least: number, most: number]
}

function extentOf(lat: number, lon: number): Extent {
  return { lats: [lat, lat], lons: [lon, lon] }
}

function extend({ lats, lons }: Extent, lat: number, lon: number): void {
  lats[0] = Math.min(lats[0], lat)
  lats[1] = Math.max(lats[1], lat)
  lons[0] = Math.min(lons[0], lon)
  lons[1] = Math.max(lons[1], lon)
}

/** The box with a margin, rather too large; the whole way round where a pole is in it. */
function boxAround({ lats, lons }: Extent, marginMeters: number): Bounds {
  const degrees = marginMeters / leastMetersPerDegree
  const [min_lat, max_lat] = [lats[0] - degrees, lats[1] + degrees]
  const farthest = Math.max(Math.abs(min_lat), Math.abs(max_lat))
  const wide = farthest >= 90 ? 360 : degrees / Math.cos((farthest * Math.PI) / 180)
  if (wide >= 180) {
    const [south, north] = [Math.max(-90, min_lat), Math.min(90, max_lat)]
    return { min_lat: south, max_lat: north, min_lon: -180, max_lon: 180 }
  }
  return { min_lat, max_lat, min_lon: lons[0] - wide, max_lon: lons[1] + wide }
}

/** Degrees from -180 to 180. */
function signed(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}
