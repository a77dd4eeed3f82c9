import { type HexCover, planePolygon } from './overlay/index.ts'
import type { HexGrid, Segment, SegmentProbability } from './prediction.ts'
import type { SearchedGround } from './searched.ts'

/**
 * Probability of a segment: the sum over hexagons of their probability times the share of the hexagon that the
 * segment covers, exact by area; after searches times the share of what remains there.
 *
 * @param probabilities Of the hexagons of the grid; 0 for those that are no results.
 * @param isResult 1 for the hexagons that are results; undefined when all are.
 */
export function segmentProbability(
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
  for (const part of cover.of(planePolygon(grid.plane, polygon))) {
    if (isResult?.[part.hex] === 0) continue
    const share = searched ? searched.shareWithin(part) : part.share
    probability += probabilities[part.hex]! * share
    insideSquareMeters += part.share * cover.squareMeters(part.hex)
  }
  return { name, probability, squareMeters: polygon.squareMeters, insideSquareMeters }
}
