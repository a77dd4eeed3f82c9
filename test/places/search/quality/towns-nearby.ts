import type { LatLon } from '#ground/geo'
import { distanceMeters } from '#ground/geo'
import type { OsmTags } from '../../../../region/osm/index.ts'
import type { MapExtract } from '../../../fixtures/map-extract.ts'
import { statedTownOf } from './stated-addresses.ts'

/** The towns that objects of the map state in their addresses, and where. */
export class StatedTownPoints {
  readonly #points: { town: string; at: LatLon }[] = []

  constructor({ nodes, ways }: MapExtract) {
    const add = (tags: OsmTags | undefined, at: LatLon | undefined) => {
      const town = tags && statedTownOf(tags)
      if (town && at) this.#points.push({ town, at })
    }
    for (const node of nodes.values()) add(node.tags, node)
    for (const { tags, nodes: refs } of ways.values()) add(tags, nodes.get(refs[0]!))
  }

  /** The town of the nearest address, if it is at most so far. */
  nearest(at: LatLon, maxMeters: number): string | undefined {
    let best: string | undefined
    let bestMeters = maxMeters
    for (const point of this.#points) {
      const meters = distanceMeters(point.at, at)
      if (meters > bestMeters) continue
      best = point.town
      bestMeters = meters
    }
    return best
  }

  isNear(town: string, at: LatLon, maxMeters: number): boolean {
    return this.#points.some(
      (point) => point.town === town && distanceMeters(point.at, at) <= maxMeters,
    )
  }
}
