import type { LatLon } from '../../lib/geo/index.ts'
import { isStopWord, isStreetTypeWord, nameKeys, wordsOf } from '../../lib/text/index.ts'
import type { OsmFeature } from './osm-feature.ts'
import { PointGrid } from './point-grid.ts'
import { metersFrom, type Street, streetKeys } from './streets.ts'

/** A street of its name this far from a house is the one of its address. */
const reachMeters = 1_000
/** In the house's own locality also one that is farther away: farms stand far from their road. */
const localReachMeters = 3_000
/** What it counts when a street is in another locality. */
const otherLocalityMeters = 300
/** A house without the name of a street belongs to the nearest one within this. */
const doorstepMeters = 100
/** Names may differ a little where the street is as near as this. */
const akinMeters = 400
const gridDegrees = 0.002

/** Finds the street of an address. */
export class StreetFinder {
  readonly #byKey = new Map<string, Street[]>()
  readonly #byCore = new Map<string, Street[]>()
  readonly #near = new PointGrid<Street>(gridDegrees)

  constructor(streets: readonly Street[]) {
    for (const street of streets) this.add(street)
  }

  add(street: Street): void {
    for (const key of streetKeys(street)) {
      const namesakes = this.#byKey.get(key)
      if (namesakes) namesakes.push(street)
      else this.#byKey.set(key, [street])
    }
    const core = coreOf(street.names.name)
    if (core) {
      const akin = this.#byCore.get(core)
      if (akin) akin.push(street)
      else this.#byCore.set(core, [street])
    }
    for (const line of street.lines) for (const point of line) this.#near.add(point, street)
  }

  /** The street of this name that an address is most likely to mean. */
  named(name: string, { at, locality }: OsmFeature): Street | undefined {
    let best: Street | undefined
    let bestMeters = Infinity
    for (const street of new Set(nameKeys(name).flatMap((key) => this.#byKey.get(key) ?? []))) {
      const isLocal = locality !== undefined && street.locality === locality
      const meters = metersFrom(street, at)
      if (meters > (isLocal ? localReachMeters : reachMeters)) continue
      const weighed = meters + (isLocal ? 0 : otherLocalityMeters)
      if (weighed >= bestMeters) continue
      best = street
      bestMeters = weighed
    }
    return best ?? this.#akin(name, at)
  }

  /**
   * One close by whose name differs in its kind alone: addresses say `Avenida` for the `Avinguda` of
   * the map. Only when there is no other such street.
   */
  #akin(name: string, at: LatLon): Street | undefined {
    const near = (this.#byCore.get(coreOf(name)) ?? []).filter(
      (street) => metersFrom(street, at) < akinMeters,
    )
    return near.length === 1 ? near[0] : undefined
  }

  /** The nearest street that has a name, within a hundred metres. */
  nearest(at: LatLon): Street | undefined {
    let best: Street | undefined
    let bestMeters = doorstepMeters
    const near = new Set<Street>()
    for (const { thing } of this.#near.around(at)) near.add(thing)
    for (const street of near) {
      if (street.tags.name === undefined) continue
      const meters = metersFrom(street, at)
      if (meters >= bestMeters) continue
      best = street
      bestMeters = meters
    }
    return best
  }
}

/** The words of a name that are more than the kind of a street: `Enclar` of `Avinguda d'Enclar`. */
function coreOf(name: string): string {
  const words = wordsOf(name).map(({ text }) => text)
  return words.filter((word) => !isStreetTypeWord(word) && !isStopWord(word)).join(' ')
}
