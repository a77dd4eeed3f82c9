/** What is raked: hexagons with the shares their ground has in each class. */
export interface RakingInput {
  /** Of the hexagons before the ground counts. */
  probabilities: Float64Array
  /** The ring each hexagon is in, 0 to `ringCount` - 1; a ring keeps its mass. */
  rings: Int32Array
  ringCount: number
  /**
   * Hexagon by hexagon the shares of its classes; times a ratio of densities where a class is denser
   * here than there, which raking keeps.
   */
  shares: Float64Array
  /** Of the mass in all hexagons, one for each class; they add up to 1. */
  targets: Float64Array
  /** No hexagon's mass, and no class's weight, is multiplied by more than this or by less than one part in it. */
  maxMultiplier: number
  /** Stops when no class is farther from its target. */
  tolerance: number
}

export interface Raked {
  probabilities: Float64Array
  /** What the classes have now, shares of the mass in all hexagons. */
  classShares: Float64Array
  /** 1 for a class whose target is out of reach: its weight, or a hexagon it is in, is at the limit. */
  capped: Uint8Array
  /** The largest difference of a class's share from its target. */
  residual: number
}

/** Limits may leave targets that cannot be met together; so much work, in sub-cells, is enough to tell. */
const maxWork = 1e7
const maxRounds = 5_000

/**
 * Moves mass between the hexagons of a ring until every class has its target share of the whole
 * (iterative proportional fitting, Deming and Stephan 1940, on sub-cells of hexagon and class). Rings
 * keep their mass exactly; where limits stand in the way, classes miss their target.
 */
export function rake(input: RakingInput): Raked {
  const { probabilities: masses, shares, targets, maxMultiplier: mostMultiplier, tolerance } = input
  const classCount = targets.length
  const total = masses.reduce((sum, mass) => sum + mass, 0)
  const weights = new Float64Array(classCount).fill(1)
  const means = new Float64Array(masses.length)
  const multipliers = new Float64Array(masses.length)
  const achieved = new Float64Array(classCount)
  const limit = new RingLimit(input)
  const lastRound = Math.max(1, Math.min(maxRounds, Math.floor(maxWork / shares.length)))
  for (let round = 1; ; round++) {
    for (let hex = 0, at = 0; hex < means.length; hex++) {
      let mean = 0
      for (let c = 0; c < classCount; c++) mean += shares[at++]! * weights[c]!
      means[hex] = mean
    }
    limit.apply(means, multipliers)
    achieved.fill(0)
    for (let hex = 0, at = 0; hex < means.length; hex++) {
      const each = (masses[hex]! * multipliers[hex]!) / (means[hex]! * total)
      for (let c = 0; c < classCount; c++) achieved[c]! += each * shares[at++]! * weights[c]!
    }
    if (total === 0) achieved.set(targets)
    let residual = 0
    let moved = 0
    const next = weights.map((weight, c) => {
      residual = Math.max(residual, Math.abs(achieved[c]! - targets[c]!))
      if (achieved[c] === 0) return weight
      const wanted = (weight * targets[c]!) / achieved[c]!
      const allowed = Math.min(mostMultiplier, Math.max(1 / mostMultiplier, wanted))
      moved = Math.max(moved, Math.abs(allowed / weight - 1))
      return allowed
    })
    if (residual < tolerance || moved < tolerance || round === lastRound) {
      return {
        probabilities: masses.map((mass, hex) => mass * multipliers[hex]!),
        classShares: achieved,
        capped: cappedClasses(input, weights, multipliers),
        residual,
      }
    }
    weights.set(next)
  }
}

function cappedClasses(
  { shares, targets, maxMultiplier: mostMultiplier }: RakingInput,
  weights: Float64Array,
  multipliers: Float64Array,
): Uint8Array {
  const most = mostMultiplier * (1 - 1e-9)
  const isAtLimit = (factor: number) => factor >= most || factor <= 1 / most
  const capped = Uint8Array.from(weights, (weight) => (isAtLimit(weight) ? 1 : 0))
  for (let hex = 0; hex < multipliers.length; hex++) {
    if (!isAtLimit(multipliers[hex]!)) continue
    for (let c = 0; c < targets.length; c++) {
      if (shares[hex * targets.length + c]! > 0) capped[c] = 1
    }
  }
  return capped
}

/** Turns the means of weights into multipliers that leave each ring its mass, none beyond the limit. */
class RingLimit {
  readonly #input: RakingInput
  readonly #ringMasses: Float64Array
  readonly #weighted: Float64Array
  readonly #members: readonly Int32Array[]

  constructor(input: RakingInput) {
    this.#input = input
    this.#ringMasses = new Float64Array(input.ringCount)
    this.#weighted = new Float64Array(input.ringCount)
    const members: number[][] = Array.from({ length: input.ringCount }, () => [])
    for (let hex = 0; hex < input.probabilities.length; hex++) {
      const ring = input.rings[hex]!
      this.#ringMasses[ring]! += input.probabilities[hex]!
      members[ring]!.push(hex)
    }
    this.#members = members.map((hexes) => Int32Array.from(hexes))
  }

  apply(means: Float64Array, multipliers: Float64Array): void {
    const { probabilities: masses, rings, maxMultiplier: most } = this.#input
    this.#weighted.fill(0)
    for (let hex = 0; hex < means.length; hex++) {
      this.#weighted[rings[hex]!]! += masses[hex]! * means[hex]!
    }
    for (let ring = 0; ring < this.#members.length; ring++) {
      const plain = this.#weighted[ring]! > 0 ? this.#ringMasses[ring]! / this.#weighted[ring]! : 1
      let isWithin = true
      for (const hex of this.#members[ring]!) {
        const multiplier = plain * means[hex]!
        multipliers[hex] = multiplier
        if (multiplier > most || multiplier * most < 1) isWithin = false
      }
      if (!isWithin) this.#limitRing(ring, means, multipliers)
    }
  }

  /** Halves the interval in which the ring's factor lies: its mass grows with the factor. */
  #limitRing(ring: number, means: Float64Array, multipliers: Float64Array): void {
    const { probabilities: masses, maxMultiplier: most } = this.#input
    const clipped = (value: number) => Math.min(most, Math.max(1 / most, value))
    let low = 1 / most ** 2
    let high = most ** 2
    for (let step = 0; step < 50; step++) {
      const factor = Math.sqrt(low * high)
      let mass = 0
      for (const hex of this.#members[ring]!) mass += masses[hex]! * clipped(factor * means[hex]!)
      if (mass > this.#ringMasses[ring]!) high = factor
      else low = factor
    }
    let mass = 0
    for (const hex of this.#members[ring]!) {
      multipliers[hex] = clipped(low * means[hex]!)
      mass += masses[hex]! * multipliers[hex]!
    }
    // What the halving leaves, in the order of 1e-15: so that sums come out even.
    const rest = mass > 0 ? this.#ringMasses[ring]! / mass : 1
    for (const hex of this.#members[ring]!) multipliers[hex]! *= rest
  }
}
