import type { GroundKind, Vertices } from './feature.ts'
import { extentSquareMeters } from './measure.ts'

/** The lowest: beaches and tidal flats lie beyond the coastline. */
export const seaRank = 0

const ranksPerOctave = 5
/**
 * Water counts as 128 times smaller than it is, because land use is often drawn right across it. Islands
 * are holes in it.
 */
const waterOctaves = 7

/**
 * The rank of an area of land cover, 1 to 255: five steps lower for each doubling of its extent. Undefined
 * for other areas.
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
