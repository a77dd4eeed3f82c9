import { pause } from '#platform/concurrency'
import type { GridPolygon } from './area.ts'
import type { Ring } from './arrangement.ts'
import {
  containsRing,
  measureRingBox,
  measureSignedArea,
  type RingBox,
  startsInBox,
} from './rings.ts'

/** Removes small shells and small holes. Filling a hole removes the polygons inside it. */
export async function keepLarge(
  polygons: readonly GridPolygon[],
  minShellArea: number,
  minHoleArea: number,
  signal?: AbortSignal,
): Promise<GridPolygon[]> {
  const filled: { hole: Ring; box: RingBox }[] = []
  const kept: GridPolygon[] = []
  for (const { shell, holes } of polygons) {
    await pause(signal)
    if (measureSignedArea(shell) < minShellArea) continue
    const [large, small] = [[], []] as [Ring[], Ring[]]
    for (const hole of holes) (-measureSignedArea(hole) < minHoleArea ? small : large).push(hole)
    kept.push({ shell, holes: large })
    for (const hole of small) filled.push({ hole, box: measureRingBox(hole) })
  }
  const outside: GridPolygon[] = []
  for (const polygon of kept) {
    await pause(signal)
    const { shell } = polygon
    if (!filled.some(({ hole, box }) => startsInBox(box, shell) && containsRing(hole, shell))) {
      outside.push(polygon)
    }
  }
  return outside
}
