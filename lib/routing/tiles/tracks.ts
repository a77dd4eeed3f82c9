/** Size of a cell: 1.1 km from south to north; at 45 degrees of latitude 0.8 km from west to east. */
export const cellDegrees = 0.01

const cell = cellDegrees * 1e6
const columns = 360 / cellDegrees

/** Maximum distance of a position on a track: shapes and positions are rounded to 0.1 m. */
const onTrackMicrodegrees = 5

/** Tracks of farms and forests, by the cells of a grid over the Earth. */
export class Tracks {
  /** Segments of each cell, four microdegrees each: from and to, latitude first. */
  readonly #cells = new Map<number, number[]>()
  #size = 0

  /** Number of segments, counted once for each cell. */
  get size(): number {
    return this.#size
  }

  /** Adds a line, `[lat0, lon0, lat1, lon1, ...]`, microdegrees. */
  addLine(line: readonly number[]): void {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [lat, lon, toLat, toLon] = line.slice(i, i + 4) as [number, number, number, number]
      const steps =
        Math.ceil((2 * Math.max(Math.abs(toLat - lat), Math.abs(toLon - lon))) / cell) || 1
      const cells = new Set<number>()
      for (let step = 0; step <= steps; step++) {
        const share = step / steps
        cells.add(findCell(lat + (toLat - lat) * share, lon + (toLon - lon) * share))
      }
      for (const id of cells) {
        const segments = this.#cells.get(id)
        if (segments) segments.push(lat, lon, toLat, toLon)
        else this.#cells.set(id, [lat, lon, toLat, toLon])
        this.#size++
      }
    }
  }

  /** Returns whether the cell of a position, microdegrees, or one of its eight neighbours has a track. */
  hasNear(lat: number, lon: number): boolean {
    return listCellsAround(lat, lon, cell).some((id) => this.#cells.has(id))
  }

  /** Returns whether a position, microdegrees, lies on a track. */
  hasAt(lat: number, lon: number): boolean {
    const stretch = Math.cos((lat / 1e6) * (Math.PI / 180))
    for (const id of new Set(listCellsAround(lat, lon, onTrackMicrodegrees))) {
      const segments = this.#cells.get(id) ?? []
      for (let i = 0; i < segments.length; i += 4) {
        if (measureDistance(segments, i, lat, lon, stretch) <= onTrackMicrodegrees) return true
      }
    }
    return false
  }

  clear(): void {
    this.#cells.clear()
    this.#size = 0
  }
}

/** Measures the distance from a position to the segment at `i`, in microdegrees of latitude. */
function measureDistance(
  segments: readonly number[],
  i: number,
  lat: number,
  lon: number,
  stretch: number,
): number {
  const [north, east] = [lat - segments[i]!, (lon - segments[i + 1]!) * stretch]
  const toNorth = segments[i + 2]! - segments[i]!
  const toEast = (segments[i + 3]! - segments[i + 1]!) * stretch
  const squared = toNorth * toNorth + toEast * toEast
  const along = squared > 0 ? (north * toNorth + east * toEast) / squared : 0
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(north - share * toNorth, east - share * toEast)
}

function listCellsAround(lat: number, lon: number, margin: number): number[] {
  const steps = [-margin, 0, margin]
  return steps.flatMap((north) => steps.map((east) => findCell(lat + north, lon + east)))
}

function findCell(lat: number, lon: number): number {
  const column = Math.floor((lon + 180e6) / cell)
  return Math.floor((lat + 90e6) / cell) * columns + ((column + columns) % columns)
}
