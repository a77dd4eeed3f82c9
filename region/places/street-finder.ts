import type { LatLon } from '#ground/geo'
import { isStopWord, isStreetTypeWord, listNameKeys, splitWords } from '#places/text'
import { Grid } from './grid.ts'
import type { OsmFeature } from './osm-feature.ts'
import { collectStreetKeys, measureDistance, type Street } from './streets.ts'

/** Maximum distance between a house and the street of its address. */
const maxMeters = 1_000
/** Maximum distance between a house and its street in the same locality: farms are far from their road. */
const maxLocalMeters = 3_000
/** Distance added to a street in another locality. */
const otherLocalityMeters = 300
/** Maximum distance between a house without a street name and its street. */
const maxDoorstepMeters = 100
/** Maximum distance between a house and a street with a similar name. */
const maxSimilarMeters = 400
/**
 * Cell size of the street grid. It holds the vertices of lines, which may be farther from a house than the line
 * itself.
 */
const gridMeters = 2 * maxDoorstepMeters

/** Finds the street of an address. */
export class StreetFinder {
  readonly #byKey = new Map<string, Street[]>()
  readonly #byCore = new Map<string, Street[]>()
  readonly #grid = new Grid(gridMeters)
  /** Streets with a vertex in each cell. A street repeats only after another one. */
  readonly #streetsByCell = new Map<number, Street[]>()

  constructor(streets: readonly Street[]) {
    for (const street of streets) this.add(street)
  }

  add(street: Street): void {
    for (const key of collectStreetKeys(street)) {
      const namesakes = this.#byKey.get(key)
      if (namesakes) namesakes.push(street)
      else this.#byKey.set(key, [street])
    }
    const core = findCore(street.names.name)
    if (core) {
      const similar = this.#byCore.get(core)
      if (similar) similar.push(street)
      else this.#byCore.set(core, [street])
    }
    for (const line of street.lines) for (const point of line) this.#addVertex(street, point)
  }

  #addVertex(street: Street, at: LatLon): void {
    const cell = this.#grid.findCell(at)
    const streets = this.#streetsByCell.get(cell)
    if (!streets) this.#streetsByCell.set(cell, [street])
    else if (streets.at(-1) !== street) streets.push(street)
  }

  /** Finds the nearest street with this name, preferring the own locality, or else one with a similar name. */
  findNamed(name: string, { at, locality }: OsmFeature): Street | undefined {
    let best: Street | undefined
    let bestMeters = Infinity
    for (const street of new Set(listNameKeys(name).flatMap((key) => this.#byKey.get(key) ?? []))) {
      const isLocal = locality !== undefined && street.locality === locality
      const meters = measureDistance(street, at)
      if (meters > (isLocal ? maxLocalMeters : maxMeters)) continue
      const penalized = meters + (isLocal ? 0 : otherLocalityMeters)
      if (penalized >= bestMeters) continue
      best = street
      bestMeters = penalized
    }
    return best ?? this.#findSimilar(name, at)
  }

  /**
   * Finds the only street nearby whose name differs just in the street type: addresses say `Avenida` where the map
   * says `Avinguda`.
   */
  #findSimilar(name: string, at: LatLon): Street | undefined {
    const near = (this.#byCore.get(findCore(name)) ?? []).filter(
      (street) => measureDistance(street, at) < maxSimilarMeters,
    )
    return near.length === 1 ? near[0] : undefined
  }

  /** Finds the nearest named street within {@link maxDoorstepMeters}. */
  findNearest(at: LatLon): Street | undefined {
    return this.findNear(at, maxDoorstepMeters)[0]?.street
  }

  /** Returns named streets within a distance, nearest first. */
  findNear(at: LatLon, maxMeters: number): { street: Street; meters: number }[] {
    const near = new Set<Street>()
    for (const cell of this.#grid.cellsAround(at))
      for (const street of this.#streetsByCell.get(cell) ?? []) near.add(street)
    return [...near]
      .filter(({ tags }) => tags.name !== undefined)
      .map((street) => ({ street, meters: measureDistance(street, at) }))
      .filter(({ meters }) => meters < maxMeters)
      .sort((a, b) => a.meters - b.meters)
  }
}

const knownCores = new Map<string, string>()
const maxKnownCores = 1 << 14

/** Returns the words of a name without street types and stop words: `Enclar` from `Avinguda d'Enclar`. */
function findCore(name: string): string {
  const known = knownCores.get(name)
  if (known !== undefined) return known
  const core = computeCore(name)
  if (knownCores.size === maxKnownCores) knownCores.clear()
  knownCores.set(name, core)
  return core
}

function computeCore(name: string): string {
  const words = splitWords(name).map(({ text }) => text)
  return words.filter((word) => !isStreetTypeWord(word) && !isStopWord(word)).join(' ')
}
