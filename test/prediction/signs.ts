import type { LandCover } from '#ground/landscape'
import type { ProbabilityMap } from '#prediction'
import { findClassIndex, type GroundClass, groundClasses } from '#prediction/ground'
import type { Ground, GroundAt } from '../fixtures/landscape.ts'

/** Returns the share of a class in each hexagon. */
export function sharesOf({ ground }: ProbabilityMap, name: GroundClass): Float64Array {
  const width = groundClasses.length
  const c = findClassIndex(name)
  return Float64Array.from(
    { length: ground.shares.length / width },
    (_, hex) => ground.shares[hex * width + c]!,
  )
}

/** Returns each hexagon's probability divided by its probability by distance alone. */
export function factorsOf({ probabilities, distanceProbabilities }: ProbabilityMap): Float64Array {
  return probabilities.map((mass, hex) => mass / distanceProbabilities[hex]!)
}

/** Returns the mean factor of a class, with hexagons weighted by their share of it; NaN without any. */
export function factorOn(map: ProbabilityMap, name: GroundClass): number {
  const shares = sharesOf(map, name)
  let [before, after] = [0, 0]
  for (let hex = 0; hex < shares.length; hex++) {
    before += shares[hex]! * map.distanceProbabilities[hex]!
    after += shares[hex]! * map.probabilities[hex]!
  }
  return after / before
}

/**
 * Returns, for each ring with both groups of hexagons, the mean factor of one divided by the other's.
 */
export function ratiosByRing(
  map: ProbabilityMap,
  some: (hex: number) => boolean,
  others: (hex: number) => boolean,
): number[] {
  const factors = factorsOf(map)
  const { rings, count } = map.rings
  const meanOf = (ring: number, isPicked: (hex: number) => boolean) => {
    const picked = factors.filter((_, hex) => rings[hex] === ring && isPicked(hex))
    return picked.reduce((sum, factor) => sum + factor, 0) / picked.length
  }
  return Array.from(
    { length: count },
    (_, ring) => meanOf(ring, some) / meanOf(ring, others),
  ).filter((ratio) => !Number.isNaN(ratio))
}

/** Returns the lowest of {@link ratiosByRing}. */
export function lowestRatio(...args: Parameters<typeof ratiosByRing>): number {
  const ratios = ratiosByRing(...args)
  if (ratios.length === 0) throw new RangeError('no ring holds both')
  return Math.min(...ratios)
}

/** Ground entirely of one class. */
export const pureGround: Readonly<Record<string, Ground>> = {
  open: { land_cover: 'open' },
  wood: { land_cover: 'wood' },
  brush: { land_cover: 'scrub' },
  water: { land_cover: 'water', water: 10 },
  structure: { land_cover: 'built_up', structure: 0 },
  unmapped: { land_cover: 'unknown' },
}

/** Returns equal sectors around the origin, each with its own ground, so that every ring contains all of them. */
export function sectors(grounds: readonly Ground[]): GroundAt {
  return (east, north) => {
    const turn = (Math.atan2(north, east) + Math.PI) / (2 * Math.PI)
    return grounds[Math.min(grounds.length - 1, Math.floor(turn * grounds.length))]!
  }
}

/**
 * Returns mixed country: woods, fields with hedges, a lake, streets of houses, a stream and paths. Waves lay
 * it out, so that every class is at all distances.
 */
export function mixedCountry(turn: number): GroundAt {
  return (x, y) => {
    const east = x * Math.cos(turn) - y * Math.sin(turn)
    const north = x * Math.sin(turn) + y * Math.cos(turn)
    const wave = Math.sin(east / 130) + Math.sin(north / 170)
    const toNearest = (value: number, every: number) =>
      Math.abs(value - Math.round(value / every) * every)
    const cover: LandCover = wave > 0.8 ? 'wood' : wave < -1.2 ? 'water' : 'field'
    return {
      land_cover: cover,
      wood_edge: 120 * Math.abs(wave - 0.8),
      ...(cover === 'water' && { water: 120 * Math.abs(wave + 1.2) }),
      road: toNearest(east + 40, 420),
      path: toNearest(north - 90, 510),
      linear: toNearest(east - north, 360),
      drainage: toNearest(east + north + 70, 450),
      structure: Math.hypot(toNearest(east + 10, 420), toNearest(north, 140)) - 5,
    }
  }
}
