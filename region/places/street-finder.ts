import type { LatLon } from '#ground/geo'
import { isStopWord, isStreetTypeWord, nameKeys, wordsOf } from '#places/text'
import { Grid } from './grid.ts'
import type { OsmFeature } from './osm-feature.ts'
import { metersFrom, type Street, streetKeys } from './streets.ts'

/** Maximum distance between a house and the street of its address. */
const maxMeters = 1_000
/** The same for a street in the house's own locality: farms are far from their road. */
const maxLocalMeters = 3_000
/** Penalty on the distance of a street in another locality. */
const otherLocalityMeters = 300
/** Maximum distance between a house without a street name and its street. */
const maxDoorstepMeters = 100
/** Maximum distance between a house and a street with a similar name. */
const maxSimilarMeters = 400
/** Streets are in the grid with the vertices of their lines, which may be farther away than they are. */
const gridMeters = 2 * maxDoorstepMeters

/** Finds the street of an address. */
export class StreetFinder {
  readonly #byKey = new Map<string, Street[]>()
  readonly #byCore = new Map<string, Street[]>()
  readonly #grid = new Grid(gridMeters)
  /** The streets with a vertex in a cell; repeats only after another. */
  readonly #inCell = new Map<number, Street[]>()

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
      const similar = this.#byCore.get(core)
      if (similar) similar.push(street)
      else this.#byCore.set(core, [street])
    }
    for (const line of street.lines) for (const point of line) this.#addVertex(street, point)
  }

  #addVertex(street: Street, at: LatLon): void {
    const cell = this.#grid.cellOf(at)
    const streets = this.#inCell.get(cell)
    if (!streets) this.#inCell.set(cell, [street])
    else if (streets.at(-1) !== street) streets.push(street)
  }

  /** The nearest street with this name, its own locality preferred; else one with a similar name. */
  named(name: string, { at, locality }: OsmFeature): Street | undefined {
    let best: Street | undefined
    let bestMeters = Infinity
    for (const street of new Set(nameKeys(name).flatMap((key) => this.#byKey.get(key) ?? []))) {
      const isLocal = locality !== undefined && street.locality === locality
      const meters = metersFrom(street, at)
      if (meters > (isLocal ? maxLocalMeters : maxMeters)) continue
      const penalized = meters + (isLocal ? 0 : otherLocalityMeters)
      if (penalized >= bestMeters) continue
      best = street
      bestMeters = penalized
    }
    return best ?? this.#similar(name, at)
  }

  /**
   * The only street nearby whose name differs in the street type alone: addresses say `Avenida` for the
   * `Avinguda` of the map.
   */
  #similar(name: string, at: LatLon): Street | undefined {
    const near = (this.#byCore.get(coreOf(name)) ?? []).filter(
      (street) => metersFrom(street, at) < maxSimilarMeters,
    )
    return near.length === 1 ? near[0] : undefined
  }

  /** The nearest named street within {@link maxDoorstepMeters}. */
  nearest(at: LatLon): Street | undefined {
    return this.near(at, maxDoorstepMeters)[0]?.street
  }

  /** Named streets, nearest first. */
  near(at: LatLon, maxMeters: number): { street: Street; meters: number }[] {
    const near = new Set<Street>()
    for (const cell of this.#grid.cellsAround(at))
      for (const street of this.#inCell.get(cell) ?? []) near.add(street)
    return [...near]
      .filter(({ tags }) => tags.name !== undefined)
      .map((street) => ({ street, meters: metersFrom(street, at) }))
      .filter(({ meters }) => meters < maxMeters)
      .sort((a, b) => a.meters - b.meters)
  }
}

const knownCores = new Map<string, string>()
const maxKnownCores = 1 << 14

/** The words of a name without street types and stop words: `Enclar` of `Avinguda d'Enclar`. */
function coreOf(name: string): string {
  const known = knownCores.get(name)
  if (known !== undefined) return known
  const core = computedCore(name)
  if (knownCores.size === maxKnownCores) knownCores.clear()
  knownCores.set(name, core)
  return core
}

function computedCore(name: string): string {
  const words = wordsOf(name).map(({ text }) => text)
  return words.filter((word) => !isStreetTypeWord(word) && !isStopWord(word)).join(' ')
}
