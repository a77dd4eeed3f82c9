import { distanceMeters } from '#ground/geo'

export type LinePoint = readonly [lon: number, lat: number]

/** A line whose positions are given by their distance from its start. */
export class AlongLine {
  readonly points: readonly LinePoint[]
  /** Distance from the start to each point, metres. */
  readonly meters: Float64Array

  constructor(points: readonly LinePoint[]) {
    this.points = points
    this.meters = new Float64Array(points.length)
    for (let i = 1; i < points.length; i++)
      this.meters[i] = this.meters[i - 1]! + measureBetween(points[i - 1]!, points[i]!)
  }

  get lengthMeters(): number {
    return this.meters[this.meters.length - 1] ?? 0
  }

  at(meters: number): LinePoint | undefined {
    const next = this.meters.findIndex((value) => value >= meters)
    if (next < 0) return this.points.at(-1)
    if (next === 0) return this.points[0]
    const length = this.meters[next]! - this.meters[next - 1]!
    const share = length > 0 ? (meters - this.meters[next - 1]!) / length : 0
    const [from, to] = [this.points[next - 1]!, this.points[next]!]
    return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
  }

  slice(fromMeters: number, toMeters: number): LinePoint[] {
    const inner = this.points.filter(
      (_, i) => this.meters[i]! > fromMeters && this.meters[i]! < toMeters,
    )
    return [this.at(fromMeters), ...inner, this.at(toMeters)].filter((point) => point !== undefined)
  }

  /** Finds the position on the line that is nearest to a point: metres from the start, and metres from the point. */
  findNearest([lon, lat]: LinePoint): { meters: number; awayMeters: number } {
    const east = Math.cos((lat * Math.PI) / 180)
    let best = { meters: 0, squared: Infinity }
    for (let i = 1; i < this.points.length; i++) {
      const [from, to] = [this.points[i - 1]!, this.points[i]!]
      const [dx, dy] = [(to[0] - from[0]) * east, to[1] - from[1]]
      const [px, py] = [(lon - from[0]) * east, lat - from[1]]
      const squaredLength = dx * dx + dy * dy
      const along = squaredLength > 0 ? (px * dx + py * dy) / squaredLength : 0
      const share = Math.min(1, Math.max(0, along))
      const squared = (px - share * dx) ** 2 + (py - share * dy) ** 2
      if (squared >= best.squared) continue
      const length = this.meters[i]! - this.meters[i - 1]!
      best = { meters: this.meters[i - 1]! + share * length, squared }
    }
    return { meters: best.meters, awayMeters: Math.sqrt(best.squared) * 111_195 }
  }
}

function measureBetween(a: LinePoint, b: LinePoint): number {
  return distanceMeters({ lat: a[1], lon: a[0] }, { lat: b[1], lon: b[0] })
}
