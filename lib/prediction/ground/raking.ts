/** Hexagons with the shares of the classes in their ground. */
export interface RakingInput {
  /** Of the hexagons before raking. */
  probabilities: Float64Array
  /** The ring of each hexagon, 0 to `ringCount` - 1; a ring keeps its mass. */
  rings: Int32Array
  ringCount: number
  /**
   * Hexagon by hexagon, the shares of the classes, each times its relative density within the class;
   * raking keeps these ratios.
   */
  shares: Float64Array
  /** Share of each class in the mass of all hexagons; they add up to 1. */
  targets: Float64Array
  /** Hexagons' masses and classes' weights change by this factor at most, up or down. */
  maxMultiplier: number
  /** Stops when no class is farther from its target. */
  tolerance: number
}

export interface Raked {
  probabilities: Float64Array
  /** Achieved shares of the classes in the mass of all hexagons. */
  classShares: Float64Array
  /** 1 for a class whose weight, or a hexagon with a share in it, is at the maximum multiplier. */
  capped: Uint8Array
  /** The largest difference of a class's share from its target. */
  residual: number
}

/** Bounds of the work, in sub-cells and in rounds: capped classes may have no exact solution. */
const maxWork = 1e7
const maxRounds = 5_000

/**
 * Raking: moves mass between the hexagons of a ring until every class has its target share of the whole
 * (iterative proportional fitting, Deming and Stephan 1940, on sub-cells of hexagon and class). Rings
 * keep their mass exactly; at the maximum multiplier classes may miss their target.
 */
export function rake(input: RakingInput): Raked {
  const { probabilities, shares, targets, maxMultiplier, tolerance } = input
  const classCount = targets.length
  const total = probabilities.reduce((sum, probability) => sum + probability, 0)
  const weights = new Float64Array(classCount).fill(1)
  const means = new Float64Array(probabilities.length)
  const multipliers = new Float64Array(probabilities.length)
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
      const each = (probabilities[hex]! * multipliers[hex]!) / (means[hex]! * total)
      for (let c = 0; c < classCount; c++) achieved[c]! += each * shares[at++]! * weights[c]!
    }
    if (total === 0) achieved.set(targets)
    let residual = 0
    let moved = 0
    const next = weights.map((weight, c) => {
      residual = Math.max(residual, Math.abs(achieved[c]! - targets[c]!))
      if (achieved[c] === 0) return weight
      const wanted = (weight * targets[c]!) / achieved[c]!
      const allowed = Math.min(maxMultiplier, Math.max(1 / maxMultiplier, wanted))
      moved = Math.max(moved, Math.abs(allowed / weight - 1))
      return allowed
    })
    if (residual < tolerance || moved < tolerance || round === lastRound) {
      return {
        probabilities: probabilities.map((probability, hex) => probability * multipliers[hex]!),
        classShares: achieved,
        capped: cappedClasses(input, weights, multipliers),
        residual,
      }
    }
    weights.set(next)
  }
}

function cappedClasses(
  { shares, targets, maxMultiplier }: RakingInput,
  weights: Float64Array,
  multipliers: Float64Array,
): Uint8Array {
  const limit = maxMultiplier * (1 - 1e-9)
  const isAtLimit = (factor: number) => factor >= limit || factor <= 1 / limit
  const capped = Uint8Array.from(weights, (weight) => (isAtLimit(weight) ? 1 : 0))
  for (let hex = 0; hex < multipliers.length; hex++) {
    if (!isAtLimit(multipliers[hex]!)) continue
    for (let c = 0; c < targets.length; c++) {
      if (shares[hex * targets.length + c]! > 0) capped[c] = 1
    }
  }
  return capped
}

/** Scales the mean weights of hexagons to multipliers that keep the mass of each ring, within the limit. */
class RingLimit {
  readonly #input: RakingInput
  readonly #ringMasses: Float64Array
  readonly #weightedMasses: Float64Array
  readonly #hexesOfRing: readonly Int32Array[]

  constructor(input: RakingInput) {
    this.#input = input
    this.#ringMasses = new Float64Array(input.ringCount)
    this.#weightedMasses = new Float64Array(input.ringCount)
    const hexesOfRing: number[][] = Array.from({ length: input.ringCount }, () => [])
    for (let hex = 0; hex < input.probabilities.length; hex++) {
      const ring = input.rings[hex]!
      this.#ringMasses[ring]! += input.probabilities[hex]!
      hexesOfRing[ring]!.push(hex)
    }
    this.#hexesOfRing = hexesOfRing.map((hexes) => Int32Array.from(hexes))
  }

  apply(means: Float64Array, multipliers: Float64Array): void {
    const { probabilities, rings, maxMultiplier } = this.#input
    this.#weightedMasses.fill(0)
    for (let hex = 0; hex < means.length; hex++) {
      this.#weightedMasses[rings[hex]!]! += probabilities[hex]! * means[hex]!
    }
    for (let ring = 0; ring < this.#hexesOfRing.length; ring++) {
      const factor =
        this.#weightedMasses[ring]! > 0 ? this.#ringMasses[ring]! / this.#weightedMasses[ring]! : 1
      let isWithin = true
      for (const hex of this.#hexesOfRing[ring]!) {
        const multiplier = factor * means[hex]!
        multipliers[hex] = multiplier
        if (multiplier > maxMultiplier || multiplier * maxMultiplier < 1) isWithin = false
      }
      if (!isWithin) this.#limitRing(ring, means, multipliers)
    }
  }

  /** Finds the factor of a ring by bisection: with it the clamped multipliers keep the mass. */
  #limitRing(ring: number, means: Float64Array, multipliers: Float64Array): void {
    const { probabilities, maxMultiplier } = this.#input
    const clamped = (value: number) => Math.min(maxMultiplier, Math.max(1 / maxMultiplier, value))
    let low = 1 / maxMultiplier ** 2
    let high = maxMultiplier ** 2
    for (let step = 0; step < 50; step++) {
      const factor = Math.sqrt(low * high)
      let mass = 0
      for (const hex of this.#hexesOfRing[ring]!)
        mass += probabilities[hex]! * clamped(factor * means[hex]!)
      if (mass > this.#ringMasses[ring]!) high = factor
      else low = factor
    }
    let mass = 0
    for (const hex of this.#hexesOfRing[ring]!) {
      multipliers[hex] = clamped(low * means[hex]!)
      mass += probabilities[hex]! * multipliers[hex]!
    }
    // Removes the error of the bisection, about 1e-15, so that sums stay exact.
    const rest = mass > 0 ? this.#ringMasses[ring]! / mass : 1
    for (const hex of this.#hexesOfRing[ring]!) multipliers[hex]! *= rest
  }
}
