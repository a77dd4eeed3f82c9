import type { Prediction } from '../prediction.ts'

/** A colour class of the map: the hexagons with scores from `lowest` to `highest`, both included. */
export interface MapClass {
  lowest: number
  highest: number
  /** Fill colour. The ramp runs from light to dark, so that it is readable in grey and with any colour vision. */
  colour: string
  /** Number of hexagons. */
  hexes: number
  /** Share of the area's probability in this and all darker classes. */
  shareWithDarker: number
}

/** Score ranges and colours, dark to light. */
const colourRamp: readonly [lowest: number, highest: number, colour: string][] = [
  [24, 30, '#4b0c4f'],
  [18, 23, '#a01f5e'],
  [12, 17, '#e0523f'],
  [6, 11, '#f79b3c'],
  [1, 5, '#fbdc7a'],
]

/** Groups hexagons into colour classes, highest scores first. Hexagons with score 0 belong to no class. */
export function groupIntoMapClasses({ scores, probabilities }: Prediction): MapClass[] {
  const total = probabilities.reduce((sum, probability) => sum + probability, 0)
  let withDarker = 0
  return colourRamp.map(([lowest, highest, colour]) => {
    let hexes = 0
    scores.forEach((score, i) => {
      if (score < lowest || score > highest) return
      hexes++
      withDarker += probabilities[i]!
    })
    return { lowest, highest, colour, hexes, shareWithDarker: total > 0 ? withDarker / total : 0 }
  })
}
