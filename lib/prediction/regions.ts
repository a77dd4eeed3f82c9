import { type Region, regionPercents } from './prediction.ts'

/** Larger than the rounding error of a sum. */
const tolerance = 1e-12

/**
 * Selects the region for each of {@link regionPercents}. Regions are empty when the area holds no probability.
 *
 * @param probabilities Probabilities of the hexagons, highest first.
 */
export function selectRegions(probabilities: Float64Array, hexSquareMeters: number): Region[] {
  const total = probabilities.reduce((sum, probability) => sum + probability, 0)
  let hexes = 0
  let held = 0
  return regionPercents.map((percent) => {
    const wanted = (percent / 100) * total * (1 - tolerance)
    while (held < wanted && hexes < probabilities.length) held += probabilities[hexes++]!
    return { percent, hexes, squareMeters: hexes * hexSquareMeters, probability: held }
  })
}
