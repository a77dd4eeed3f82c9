import type { LatLon } from '#ground/geo'
import type { ExtractRelation, MapExtract } from '../../../fixtures/map-extract.ts'

/** The outer rings of a relation; undefined when a way is missing or the rings do not close. */
export function closedRings(
  { nodes, ways }: MapExtract,
  members: ExtractRelation['members'],
): LatLon[][] | undefined {
  const lines: number[][] = []
  for (const { type, ref, role } of members) {
    if (type !== 'way' || role === 'inner') continue
    const way = ways.get(ref)
    if (!way) return undefined
    lines.push([...way.nodes])
  }
  const rings: LatLon[][] = []
  while (lines.length > 0) {
    const ring = lines.pop()!
    while (ring[0] !== ring.at(-1)) {
      const end = ring.at(-1)
      const next = lines.findIndex((line) => line[0] === end || line.at(-1) === end)
      if (next < 0) return undefined
      const [line] = lines.splice(next, 1)
      if (line![0] !== end) line!.reverse()
      ring.push(...line!.slice(1))
    }
    rings.push(ring.flatMap((id) => nodes.get(id) ?? []))
  }
  return rings.length > 0 ? rings : undefined
}
