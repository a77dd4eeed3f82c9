import type { Prediction } from '../prediction.ts'

/** A colour class: hexagons with scores in a range. */
export interface MapClass {
  lowest: number
  highest: number
  /** Light to dark, so that it reads in grey and with any colour vision. */
  colour: string
  hexes: number
  /** Share of the probability in the area that this class and all darker ones hold. */
  shareWithDarker: number
}

const ramp: readonly [lowest: number, highest: number, colour: string][] = [
  [24, 30, '#4b0c4f'],
  [18, 23, '#a01f5e'],
  [12, 17, '#e0523f'],
  [6, 11, '#f79b3c'],
  [1, 5, '#fbdc7a'],
]

/** The colour classes, highest scores first; score 0 is in none. */
export function mapClasses({ scores, probabilities }: Prediction): MapClass[] {
  const inside = probabilities.reduce((sum, probability) => sum + probability, 0)
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
