import { type HexCover, projectPolygon } from './overlay/index.ts'
import type { HexGrid, Segment, SegmentProbability } from './prediction.ts'
import type { SearchedGround } from './searched.ts'

/**
 * Computes the probability of a segment: the sum over hexagons of their probability times the share of the hexagon
 * that the segment covers, exact by area. After searches it uses the share of the remaining probability instead.
 *
 * @param probabilities Probabilities of the hexagons of the grid; 0 for hexagons that are not results.
 * @param isResult 1 for each hexagon that is a result; undefined when all are.
 */
export function computeSegmentProbability(
  { name, polygon }: Segment,
  grid: HexGrid,
  cover: HexCover,
  probabilities: Float64Array,
  {
    searched,
    isResult,
  }: { searched?: SearchedGround | undefined; isResult?: Uint8Array | undefined },
): SegmentProbability {
  let probability = 0
  let insideSquareMeters = 0
  for (const part of cover.findCovered(projectPolygon(grid.plane, polygon))) {
    if (isResult?.[part.hex] === 0) continue
    const share = searched ? searched.shareWithin(part) : part.share
    probability += probabilities[part.hex]! * share
    insideSquareMeters += part.share * cover.measureHex(part.hex)
  }
  return { name, probability, squareMeters: polygon.squareMeters, insideSquareMeters }
}
