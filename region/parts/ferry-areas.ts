import type { OsmTags } from '../osm/index.ts'
import { neighboursOf } from './tile-grid.ts'

/** Whether the engine may take a way for a ferry or a train that carries cars. */
export function isFerry(tags: OsmTags): boolean {
  return tags.route === 'ferry' || tags.route === 'shuttle_train'
}

/**
 * The engine raises the class of the roads between a ferry and the next primary road, which it looks for with at
 * least 400 crossings (mjolnir/ferry_connections.cc). A crossing has about ten nodes of ways in this area, and not
 * every way is a road for cars: 20,000 nodes leave a margin of five.
 */
const searchedNodes = 20_000
const maxRings = 8

/**
 * The tiles that the engine may search around the landing of a ferry: rings of tiles until there are nodes enough,
 * and one more.
 *
 * @param weights Nodes of ways in each tile.
 */
export function searchArea(landing: number, weights: ReadonlyMap<number, number>): Set<number> {
  const area = new Set([landing])
  let nodes = weights.get(landing) ?? 0
  for (let ring = 1, isEnough = false; ring <= maxRings; ring++) {
    for (const tile of [...area].flatMap(neighboursOf)) {
      if (area.has(tile)) continue
      area.add(tile)
      nodes += weights.get(tile) ?? 0
    }
    if (isEnough) break
    isEnough = nodes >= searchedNodes
  }
  return area
}

/** Finds the nodes at which roads and ferries meet. */
export class Landings {
  readonly #ofFerries = new Set<number>()
  readonly #ferries = new Set<number>()
  readonly nodes = new Set<number>()

  addFerry(id: number, refs: readonly number[]): void {
    this.#ferries.add(id)
    for (const ref of refs) this.#ofFerries.add(ref)
  }

  /** Once all ferries are known. */
  addWay(id: number, refs: readonly number[]): void {
    if (this.#ofFerries.size === 0 || this.#ferries.has(id)) return
    for (const ref of refs) if (this.#ofFerries.has(ref)) this.nodes.add(ref)
  }
}
