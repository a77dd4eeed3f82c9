/** Of the probability inside an area; a search planner works through them from the first to the last. */
export const regionPercents = [25, 50, 75, 90, 95] as const

/** The fewest hexagons that hold a share of the probability inside an area. */
export interface Region {
  /** Of the probability inside the area, of what the cone keeps. */
  percent: (typeof regionPercents)[number]
  /** Number of hexagons: the first ones in order of probability. */
  hexes: number
  squareMeters: number
  /** What the hexagons hold together. */
  probability: number
}

/** More than rounding makes of a sum. */
const tolerance = 1e-12

/**
 * The region of each of {@link regionPercents}. Without any probability inside they have no hexagons.
 *
 * @param probabilities Of the hexagons, the highest first.
 */
export function regionsOf(probabilities: Float64Array, hexSquareMeters: number): Region[] {
  const total = probabilities.reduce((sum, probability) => sum + probability, 0)
  let hexes = 0
  let held = 0
  return regionPercents.map((percent) => {
    const wanted = (percent / 100) * total * (1 - tolerance)
    while (held < wanted && hexes < probabilities.length) held += probabilities[hexes++]!
    return { percent, hexes, squareMeters: hexes * hexSquareMeters, probability: held }
  })
}
