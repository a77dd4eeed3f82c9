import { spacingMeters } from '../hexagon.ts'
import type { HexGrid } from '../prediction.ts'
import type { DistanceDistribution } from './distance-distribution.ts'

/** Step of the table of shares by distance. */
const stepMeters = 4
/** From here on the law is as good as straight over a hexagon. */
const nearSpacings = 6
/** Rings of hexagons around one over which the shares are made to add up. */
const checkedRings = 16

/**
 * Masses of the hexagons of a polygon in which the origin may be anywhere alike: to each hexagon the
 * mean of what the law gives it from every hexagon, itself included. What leaves the polygon is lost to
 * it. Their sum is the chance to be found inside.
 */
export function polygonProbabilities(law: DistanceDistribution, grid: HexGrid): Float64Array {
  const { east, north } = grid
  const count = grid.ids.length
  const shares = sharesByDistance(law, grid)
  const masses = new Float64Array(count).fill(shares[0]!)
  for (let i = 0; i < count; i++) {
    const x = east[i]!
    const y = north[i]!
    let mass = 0
    for (let j = 0; j < i; j++) {
      const dx = east[j]! - x
      const dy = north[j]! - y
      const steps = Math.sqrt(dx * dx + dy * dy) / stepMeters
      const whole = steps | 0
      const before = shares[whole]!
      const share = before + (shares[whole + 1]! - before) * (steps - whole)
      mass += share
      masses[j]! += share
    }
    masses[i]! += mass
  }
  return masses.map((mass) => mass / count)
}

/**
 * What a hexagon gets from an origin somewhere in another, by the distance of their centres, every
 * 4 m. Near by this is the mean over the points of both, set right so that a hexagon and those around
 * it get as much together as the law has there.
 */
function sharesByDistance(law: DistanceDistribution, grid: HexGrid): Float64Array {
  const spacing = spacingMeters(grid)
  const near = Math.ceil((nearSpacings * spacing) / stepMeters)
  const shares = new Float64Array(near + Math.ceil(extentMeters(grid) / stepMeters) + 2)
  const differences = differencesOf(grid.pattern)
  for (let k = 0; k < shares.length; k++) {
    const meters = k * stepMeters
    shares[k] =
      grid.hexSquareMeters *
      (k < near ? meanDensity(law, differences, meters) : law.density(meters))
  }
  const sum = { near: 0, far: 0 }
  for (let i = -checkedRings; i <= checkedRings; i++) {
    for (let j = -checkedRings; j <= checkedRings; j++) {
      if (Math.abs(i + j) > checkedRings) continue
      const steps = (spacing * Math.sqrt(i * i + i * j + j * j)) / stepMeters
      const whole = Math.floor(steps)
      if (whole + 1 < near) {
        sum.near += shares[whole]! + (shares[whole + 1]! - shares[whole]!) * (steps - whole)
      } else {
        sum.far += grid.hexSquareMeters * law.density(steps * stepMeters)
      }
    }
  }
  const square = (3 * checkedRings * (checkedRings + 1) + 1) * grid.hexSquareMeters
  const factor = (law.cumulative(Math.sqrt(square / Math.PI)) - sum.far) / sum.near
  for (let k = 0; k < near; k++) shares[k]! *= factor
  return shares
}

interface Difference {
  east: number
  north: number
  /** How many pairs of points are so far apart. */
  count: number
}

/** Between all pairs of points of a pattern: being a lattice, it has few that differ. */
function differencesOf(pattern: HexGrid['pattern']): Difference[] {
  const differences = new Map<string, Difference>()
  for (const from of pattern) {
    for (const to of pattern) {
      const east = to.east - from.east
      const north = to.north - from.north
      const key = `${Math.round(east * 100)} ${Math.round(north * 100)}`
      const known = differences.get(key)
      if (known) known.count++
      else differences.set(key, { east, north, count: 1 })
    }
  }
  return [...differences.values()]
}

/** Over pairs of points of two hexagons whose centres are so far apart, east or north. */
function meanDensity(
  law: DistanceDistribution,
  differences: readonly Difference[],
  apart: number,
): number {
  let sum = 0
  let pairs = 0
  for (const { east, north, count } of differences) {
    const toEast = law.density(Math.hypot(east + apart, north))
    const toNorth = law.density(Math.hypot(east, north + apart))
    sum += (count * (toEast + toNorth)) / 2
    pairs += count
  }
  return sum / pairs
}

/** No two hexagons are further apart. */
function extentMeters({ east, north }: HexGrid): number {
  let furthest = 0
  for (let i = 0; i < east.length; i++) {
    furthest = Math.max(furthest, Math.hypot(east[i]!, north[i]!))
  }
  return 2 * furthest
}
