import type { GroundKind, Vertices } from './feature.ts'
import { extentSquareMeters } from './measure.ts'

/** Below everything: beaches and tidal flats lie beyond the coastline. */
export const seaRank = 0

const ranksPerOctave = 5
/**
 * A lake or river counts as 128 times smaller than it is: land use is often drawn right across the
 * water, and water is there all the same. Islands are holes in it.
 */
const waterOctaves = 7

/**
 * The rank of an area of land cover, 1 to 255, by its extent: five steps for each doubling. Undefined
 * for what is none.
 */
export function rankOf(
  kinds: readonly GroundKind[],
  rings: readonly Vertices[],
): number | undefined {
  const cover = kinds.find((kind) => kind.startsWith('land_cover:'))
  if (!cover) return undefined
  const octaves = Math.log2(Math.max(1, extentSquareMeters(rings)))
  const rank = 255 - ranksPerOctave * (octaves - (cover === 'land_cover:water' ? waterOctaves : 0))
  return Math.min(255, Math.max(1, Math.round(rank)))
}
