/** 1.1 km from south to north; at 45 degrees of latitude 0.8 km from west to east. */
export const cellDegrees = 0.01

const columns = 360 / cellDegrees

/** Which cells of a grid over the Earth have a track in them. */
export class TrackCells {
  readonly #cells = new Set<number>()

  get size(): number {
    return this.#cells.size
  }

  /** Adds a line, `[lat0, lon0, lat1, lon1, ...]`, microdegrees. */
  addLine(line: readonly number[]): void {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [lat, lon] = [line[i]! / 1e6, line[i + 1]! / 1e6]
      const [north, east] = [line[i + 2]! / 1e6 - lat, line[i + 3]! / 1e6 - lon]
      const steps = Math.ceil((2 * Math.max(Math.abs(north), Math.abs(east))) / cellDegrees) || 1
      for (let step = 0; step <= steps; step++) {
        this.#cells.add(cellAt(lat + (north * step) / steps, lon + (east * step) / steps))
      }
    }
  }

  /** Whether the cell of a position or one of its eight neighbours has a track. */
  hasNear(lat: number, lon: number): boolean {
    for (const north of [-cellDegrees, 0, cellDegrees]) {
      for (const east of [-cellDegrees, 0, cellDegrees]) {
        if (this.#cells.has(cellAt(lat + north, lon + east))) return true
      }
    }
    return false
  }

  clear(): void {
    this.#cells.clear()
  }
}

function cellAt(lat: number, lon: number): number {
  const column = Math.floor((lon + 180) / cellDegrees)
  return Math.floor((lat + 90) / cellDegrees) * columns + ((column + columns) % columns)
}
