import type { LatLon } from '#ground/geo'
import { distanceMeters } from '#ground/geo'
import { isInPolygon } from '../../../fixtures/clipped-extract.ts'
import type { MapExtract } from '../../../fixtures/map-extract.ts'
import { closedRings } from './closed-rings.ts'
import { mappedPlaces } from './mapped-places.ts'

export type AreaKind = 'quarter' | 'settlement' | 'municipality'

/** How far from its point a place still gives its name to an address. */
const maxMeters = { quarter: 500, settlement: 1200 }

const settlements = /^(city|town|village|hamlet)$/
const quarters = /^(suburb|quarter|neighbourhood)$/
const municipalityLevels = /^(7|8)$/
const quarterLevels = /^(9|10|11)$/

/** What surrounds a point by the map alone: boundaries that are closed, and the nearest place nodes. */
export class MappedAreas {
  readonly #boundaries: { kind: AreaKind; name: string; rings: LatLon[][] }[] = []
  readonly #points: { kind: 'quarter' | 'settlement'; name: string; at: LatLon }[] = []

  constructor(extract: MapExtract) {
    for (const { tags, members } of extract.relations.values()) {
      const { boundary, admin_level: level = '', name } = tags
      if (boundary !== 'administrative' || !name) continue
      const kind = municipalityLevels.test(level)
        ? 'municipality'
        : quarterLevels.test(level)
          ? 'quarter'
          : undefined
      const rings = kind && closedRings(extract, members)
      if (rings) this.#boundaries.push({ kind, name, rings })
    }
    for (const { kind, name, tags, at } of mappedPlaces(extract)) {
      if (kind !== 'town') continue
      if (settlements.test(tags.place!)) this.#points.push({ kind: 'settlement', name, at })
      else if (quarters.test(tags.place!)) this.#points.push({ kind: 'quarter', name, at })
    }
  }

  /** The areas of a point, at most one of a kind and name. */
  around(point: LatLon): { kind: AreaKind; name: string }[] {
    const containing = this.#boundaries
      .filter(({ rings }) => rings.some((ring) => isInPolygon(ring, point)))
      .map(({ kind, name }) => ({ kind, name }))
    const nearest = (['quarter', 'settlement'] as const).flatMap((kind) => {
      const [best] = this.#points
        .filter((place) => place.kind === kind)
        .map(({ name, at }) => ({ kind, name, meters: distanceMeters(at, point) }))
        .sort((a, b) => a.meters - b.meters)
      return best && best.meters <= maxMeters[kind] ? { kind, name: best.name } : []
    })
    const all = [...containing, ...nearest]
    return all.filter(
      ({ kind, name }, i) =>
        all.findIndex((other) => other.kind === kind && other.name === name) === i,
    )
  }
}
