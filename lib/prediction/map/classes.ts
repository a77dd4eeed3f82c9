import type { Prediction } from '../prediction.ts'

/** Hexagons of like scores, as they are coloured. */
export interface MapClass {
  lowest: number
  highest: number
  /** Light to dark, so that it reads in grey and with any colour vision. */
  colour: string
  hexes: number
  /** Of the probability in the area: this class and all darker ones. */
  shareWithDarker: number
}

const ramp: readonly [lowest: number, highest: number, colour: string][] = [
  [24, 30, '#4b0c4f'],
  [18, 23, '#a01f5e'],
  [12, 17, '#e0523f'],
  [6, 11, '#f79b3c'],
  [1, 5, '#fbdc7a'],
]

/** The classes of a map, the likeliest first; score 0 is in none of them. */
export function mapClasses({ scores, probabilities }: Prediction): MapClass[] {
  const inside = probabilities.reduce((sum, one) => sum + one, 0)
  let darker = 0
  return ramp.map(([lowest, highest, colour]) => {
    let hexes = 0
    scores.forEach((score, i) => {
      if (score < lowest || score > highest) return
      hexes++
      darker += probabilities[i]!
    })
    return { lowest, highest, colour, hexes, shareWithDarker: inside > 0 ? darker / inside : 0 }
  })
}
