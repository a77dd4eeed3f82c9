import type { LatLon } from '#ground/geo'
import type { LargeMap } from '#platform/large-data'
import type { NodeTable, OsmTags } from '../osm/index.ts'
import { interpolate, type NumberedPoint } from './interpolation.ts'

/** Computes the addresses along an interpolation way. */
export function interpolateAddresses(
  refs: readonly number[],
  line: readonly LatLon[],
  tags: OsmTags,
  numbered: LargeMap<number, OsmTags>,
  nodes: NodeTable,
): { at: LatLon; tags: OsmTags }[] {
  const points: NumberedPoint[] = []
  let address: Record<string, string> = {}
  let index = 0
  for (const ref of refs) {
    if (nodes.get(ref) === undefined) continue
    const own = numbered.get(ref)
    const number = own?.['addr:housenumber']
    if (own && number) {
      points.push({ index, number })
      address = { ...readAddress(own), ...address }
    }
    index++
  }
  const common = { ...address, ...readAddress(tags) }
  return interpolate(tags['addr:interpolation']!, line, points).map(({ number, at }) => ({
    at,
    tags: { ...common, 'addr:housenumber': number },
  }))
}

function readAddress(tags: OsmTags): Record<string, string> {
  const own = Object.entries(tags).filter(
    ([key]) => key.startsWith('addr:') && key !== 'addr:interpolation' && key !== 'addr:housename',
  )
  return Object.fromEntries(own)
}
