import type { GroundKind, Vertices } from './feature.ts'
import { sumAreas } from './measure.ts'

/** Lowest rank, because beaches and tidal flats lie beyond the coastline. */
export const seaRank = 0

const ranksPerOctave = 5
/**
 * Octaves to subtract from the size of water (a factor of 128), because land use is often drawn right across it.
 * Islands are holes in it.
 */
const waterOctaves = 7

/**
 * Returns the rank of an area of land cover, 1 to 255: five steps lower for each doubling of its extent. Returns
 * undefined for other areas.
 */
export function rankArea(
  kinds: readonly GroundKind[],
  rings: readonly Vertices[],
): number | undefined {
  const cover = kinds.find((kind) => kind.startsWith('land_cover:'))
  if (!cover) return undefined
  const octaves = Math.log2(Math.max(1, sumAreas(rings)))
  const rank = 255 - ranksPerOctave * (octaves - (cover === 'land_cover:water' ? waterOctaves : 0))
  return Math.min(255, Math.max(1, Math.round(rank)))
}
