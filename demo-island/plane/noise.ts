/** Hashes three integers to 32 bits: the only source of randomness of the island. */
function mix(a: number, b: number, seed: number): number {
  let h = Math.imul(a, 0x27d4eb2d) ^ Math.imul(b, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const diagonal = Math.sqrt(0.5)
const gradientX = [1, diagonal, 0, -diagonal, -1, -diagonal, 0, diagonal]
const gradientY = [0, diagonal, 1, diagonal, 0, -diagonal, -1, -diagonal]

function corner(ix: number, iy: number, dx: number, dy: number, seed: number): number {
  const g = mix(ix, iy, seed) & 7
  return gradientX[g]! * dx + gradientY[g]! * dy
}

/** Returns gradient noise of wavelength 1: smooth, about -1 to 1, zero at whole coordinates. */
export function noise(x: number, y: number, seed: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const dx = x - ix
  const dy = y - iy
  const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
  const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
  const a = corner(ix, iy, dx, dy, seed)
  const b = corner(ix + 1, iy, dx - 1, dy, seed)
  const c = corner(ix, iy + 1, dx, dy - 1, seed)
  const d = corner(ix + 1, iy + 1, dx - 1, dy - 1, seed)
  const low = a + u * (b - a)
  return 1.5 * (low + v * (c + u * (d - c) - low))
}

/**
 * Returns several octaves of {@link noise}, about -1 to 1. Each has half the wavelength and half the height of the one
 * before.
 */
export function fractalNoise(x: number, y: number, seed: number, octaves: number): number {
  let sum = 0
  let weight = 0.55
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x, y, seed + octave)
    x = x * 2 + 17.3
    y = y * 2 - 9.1
    weight /= 2
  }
  return sum
}

/** Returns ridged multifractal noise, 0 to 1: sharp crests and rounded hollows, as glaciers leave them. */
export function ridgedNoise(x: number, y: number, seed: number, octaves: number): number {
  let sum = 0
  let weight = 0.5
  let crest = 1
  for (let octave = 0; octave < octaves; octave++) {
    const fold = 1 - Math.min(1, Math.abs(noise(x, y, seed + octave)))
    crest = fold * fold * crest
    sum += weight * crest
    x = x * 2 - 5.7
    y = y * 2 + 3.9
    weight /= 2
  }
  return sum
}

/** A seeded random number generator. */
export class Rng {
  private count = 0
  private readonly seed: number

  constructor(seed: number) {
    this.seed = seed
  }

  /** Returns the next number, 0 <= n < 1. */
  next(): number {
    return mix(this.count++, 0x51ed27, this.seed) / 4294967296
  }

  /** Returns a number, low <= n < high. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** Returns a whole number, 0 <= n < count. */
  integer(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** Returns true with the given probability. */
  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** Picks a random item of the list. */
  pick<T>(list: readonly T[]): T {
    return list[this.integer(list.length)]!
  }

  /** Picks a random item of the list, with the given weights. */
  weighted<T>(list: readonly T[], weight: (item: T) => number): T {
    let left = this.next() * list.reduce((sum, item) => sum + weight(item), 0)
    for (const item of list) {
      left -= weight(item)
      if (left < 0) return item
    }
    return list[list.length - 1]!
  }
}
