import type { LatLon } from '#ground/geo'
import { areaBandDecoder, isInsideBand } from '../format/area-bands.ts'
import { type AreaEntry, areaLeafDecoder } from '../format/area-leaf.ts'
import { lineScale, pointScale } from '../format/layout.ts'
import { locateChild, type TreeNode, type TreeTop, treePageDecoder } from '../format/tree.ts'
import type { ByteSpan } from '../format/unit.ts'
import type { TreeUnits } from './tree-units.ts'
import type { UnitStore } from './unit-store.ts'

/** Finds the bands of areas whose box contains the point, smallest area first. */
export async function findBandsAt(
  units: TreeUnits,
  { node, height }: TreeTop,
  at: LatLon,
  signal?: AbortSignal,
): Promise<AreaEntry[]> {
  let nodes: readonly TreeNode[] = [node]
  for (let level = height; level > 0; level--) {
    nodes = await units.get(treePageDecoder, findSpansAt(nodes, at), signal)
  }
  const leaves = await units.get(areaLeafDecoder, findSpansAt(nodes, at), signal)
  const lat = at.lat * lineScale
  const lon = at.lon * lineScale
  return leaves
    .flat()
    .filter(
      ({ minLat, minLon, maxLat, maxLon }) =>
        lat >= minLat && lat <= maxLat && lon >= minLon && lon <= maxLon,
    )
    .sort((a, b) => a.squareMeters - b.squareMeters || a.docId - b.docId)
}

function findSpansAt(nodes: readonly TreeNode[], { lat, lon }: LatLon): ByteSpan[] {
  const spans: ByteSpan[] = []
  for (const node of nodes) {
    for (let i = 0; i < node.count; i++) {
      const isInside =
        lat * pointScale >= node.minLat[i]! &&
        lat * pointScale <= node.maxLat[i]! &&
        lon * pointScale >= node.minLon[i]! &&
        lon * pointScale <= node.maxLon[i]!
      if (isInside) spans.push(locateChild(node, i))
    }
  }
  return spans
}

/** Filters the areas whose bands contain the point, and returns their docIds, smallest area first. */
export async function findContainingAreas(
  units: UnitStore,
  bands: readonly AreaEntry[],
  shapes: number,
  at: LatLon,
  signal?: AbortSignal,
): Promise<number[]> {
  const spans = bands.map(({ offset, length }) => ({ offset: shapes + offset, length }))
  const read = await units.get(areaBandDecoder, spans, signal)
  const docIds = new Set<number>()
  for (const [i, { docId }] of bands.entries()) {
    if (isInsideBand(read[i]!, at.lat * lineScale, at.lon * lineScale)) docIds.add(docId)
  }
  return [...docIds]
}
