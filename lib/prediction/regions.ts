import { type Region, regionPercents } from './prediction.ts'

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
