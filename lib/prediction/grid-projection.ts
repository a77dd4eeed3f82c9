import { type Bounds, type LatLon, marginDegrees, wrapDegrees } from '#ground/geo'
import type { Positions } from '#ground/landscape'
import type { HexGrid } from './prediction.ts'

/** Step of the central differences at a hexagon's centre, metres. */
const stepMeters = 50
/** Beyond this latitude the linear approximation is too coarse: its error here is 2 m in 200 m. */
const polarDegrees = 89.8
/** Upper bound of the distance from a hexagon's centre to a corner, metres. */
const maxHexRadiusMeters = 100
/** Side of the squares that group hexagons into boxes to read, metres. */
const squareSideMeters = 2_000

/**
 * Projects points on the plane of a grid to the globe, many at a time. The projection is linear around each hexagon's
 * centre (error at most 4 cm within 150 m up to 88 degrees of latitude). Longitudes are continuous: across the
 * antimeridian they exceed 180.
 */
export class GridProjection {
  /** Continuous longitudes of the hexagons' centres. */
  readonly lons: Float64Array
  readonly #grid: HexGrid
  readonly #lats: Float64Array
  /** Four values per hexagon: degrees of latitude and longitude per metre east, then per metre north. */
  readonly #degrees: Float64Array
  readonly #centerLon: number
  readonly #turn: number

  constructor(grid: HexGrid) {
    this.#grid = grid
    const count = grid.ids.length
    this.#centerLon = grid.plane.center.lon
    this.#lats = Float64Array.from(grid.lats)
    this.lons = new Float64Array(count)
    this.#degrees = new Float64Array(4 * count)
    let west = Infinity
    for (let hex = 0; hex < count; hex++) {
      this.lons[hex] = this.#centerLon + wrapDegrees(grid.lons[hex]! - this.#centerLon)
      west = Math.min(west, this.lons[hex]!)
      this.#measure(hex)
    }
    // Leaves a margin for points west of the westernmost centre.
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
      this.#degrees[4 * hex + 2 * axis + 1] = wrapDegrees(to.lon - from.lon) / (2 * stepMeters)
    }
  }

  /** Writes the position at an offset from a hexagon's centre to index `at` of the columns. */
  place(hex: number, eastMeters: number, northMeters: number, to: Positions, at: number): void {
    const d = 4 * hex
    const lat = this.#lats[hex]!
    if (Math.abs(lat) > polarDegrees) {
      const { east, north } = this.#grid
      const position = this.projectPoint(east[hex]! + eastMeters, north[hex]! + northMeters)
      to.lats[at] = position.lat
      to.lons[at] = position.lon
      return
    }
    const degrees = this.#degrees
    to.lats[at] = lat + degrees[d]! * eastMeters + degrees[d + 2]! * northMeters
    to.lons[at] = this.lons[hex]! + degrees[d + 1]! * eastMeters + degrees[d + 3]! * northMeters
  }

  /** Writes the positions at `count` offsets from a hexagon's centre, starting at index `at`. */
  placeAll(hex: number, offsets: Offsets, count: number, to: Positions, at: number): void {
    const { east, north } = offsets
    const lat = this.#lats[hex]!
    if (Math.abs(lat) > polarDegrees) {
      for (let i = 0; i < count; i++) this.place(hex, east[i]!, north[i]!, to, at + i)
      return
    }
    const { lats, lons } = to
    const lon = this.lons[hex]!
    const latPerEast = this.#degrees[4 * hex]!
    const lonPerEast = this.#degrees[4 * hex + 1]!
    const latPerNorth = this.#degrees[4 * hex + 2]!
    const lonPerNorth = this.#degrees[4 * hex + 3]!
    for (let i = 0; i < count; i++) {
      lats[at + i] = lat + latPerEast * east[i]! + latPerNorth * north[i]!
      lons[at + i] = lon + lonPerEast * east[i]! + lonPerNorth * north[i]!
    }
  }

  /** Projects any point on the plane to the globe. */
  projectPoint(eastMeters: number, northMeters: number): LatLon {
    const { lat, lon } = this.#grid.plane.toGlobe(eastMeters, northMeters)
    return { lat, lon: this.#unwrap(lon) }
  }

  /**
   * Returns boxes that together contain all hexagons and the disc around the centre of the plane: one for the disc
   * and one for each occupied square of the plane. Squares keep a long path from producing one large box.
   */
  listBoxes(discMeters: number): Bounds[] {
    const { plane, lats, east, north } = this.#grid
    const center = { lat: plane.center.lat, lon: this.#centerLon + this.#turn }
    const squares = new Map<string, Extent>()
    for (let hex = 0; hex < lats.length; hex++) {
      if (Math.hypot(east[hex]!, north[hex]!) + maxHexRadiusMeters <= discMeters) continue
      const square = [east[hex]!, north[hex]!].map((meters) =>
        Math.floor(meters / squareSideMeters),
      )
      const extent = squares.get(square.join())
      if (extent) extend(extent, lats[hex]!, this.lons[hex]!)
      else squares.set(square.join(), createExtent(lats[hex]!, this.lons[hex]!))
    }
    return [
      expandExtent(createExtent(center.lat, center.lon), discMeters),
      ...Array.from(squares.values(), (extent) => expandExtent(extent, maxHexRadiusMeters)),
    ]
  }

  #unwrap(lon: number): number {
    return this.#centerLon + this.#turn + wrapDegrees(lon - this.#centerLon)
  }
}

/** Offsets from the centre of a hexagon, metres, in columns. */
export interface Offsets {
  east: Float64Array
  north: Float64Array
}

/** Allocates columns for `count` positions. */
export function emptyPositions(count: number): Positions {
  return { lats: new Float64Array(count), lons: new Float64Array(count) }
}

interface Extent {
  lats: [min: number, max: number]
  lons: [min: number, max: number]
}

function createExtent(lat: number, lon: number): Extent {
  return { lats: [lat, lat], lons: [lon, lon] }
}

function extend({ lats, lons }: Extent, lat: number, lon: number): void {
  lats[0] = Math.min(lats[0], lat)
  lats[1] = Math.max(lats[1], lat)
  lons[0] = Math.min(lons[0], lon)
  lons[1] = Math.max(lons[1], lon)
}

/** Expands an extent by a margin; the box spans all longitudes where it reaches a pole. */
function expandExtent({ lats, lons }: Extent, marginMeters: number): Bounds {
  const margin = marginDegrees({ min_lat: lats[0], max_lat: lats[1] }, marginMeters)
  const [min_lat, max_lat] = [lats[0] - margin.lat, lats[1] + margin.lat]
  if (margin.lon >= 180) {
    const [south, north] = [Math.max(-90, min_lat), Math.min(90, max_lat)]
    return { min_lat: south, max_lat: north, min_lon: -180, max_lon: 180 }
  }
  return { min_lat, max_lat, min_lon: lons[0] - margin.lon, max_lon: lons[1] + margin.lon }
}
