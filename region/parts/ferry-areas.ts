import type { OsmTags } from '../osm/index.ts'
import { listNeighbours } from './tile-grid.ts'

/** Whether the engine may treat a way as a ferry or a car train. */
export function isFerry(tags: OsmTags): boolean {
  return tags.route === 'ferry' || tags.route === 'shuttle_train'
}

/**
 * Number of nodes that the engine may search. It raises the class of the roads between a ferry and the next primary
 * road, which it looks for with at least 400 crossings (mjolnir/ferry_connections.cc). A crossing has about ten nodes
 * of ways in this area, and not every way is a road for cars: 20,000 nodes leave a margin of five.
 */
const searchedNodes = 20_000
const maxRings = 8

/**
 * Returns the tiles that the engine may search around the landing of a ferry: rings of tiles until there are enough
 * nodes, and one more.
 *
 * @param weights Nodes of ways in each tile.
 */
export function searchArea(landing: number, weights: ReadonlyMap<number, number>): Set<number> {
  const area = new Set([landing])
  let nodes = weights.get(landing) ?? 0
  for (let ring = 1, isEnough = false; ring <= maxRings; ring++) {
    for (const tile of [...area].flatMap(listNeighbours)) {
      if (area.has(tile)) continue
      area.add(tile)
      nodes += weights.get(tile) ?? 0
    }
    if (isEnough) break
    isEnough = nodes >= searchedNodes
  }
  return area
}

/** Finds the nodes where roads and ferries meet. */
export class Landings {
  readonly #ofFerries = new Set<number>()
  readonly #ferries = new Set<number>()
  readonly nodes = new Set<number>()

  addFerry(id: number, refs: readonly number[]): void {
    this.#ferries.add(id)
    for (const ref of refs) this.#ofFerries.add(ref)
  }

  /** Adds a way. Call it once all ferries are known. */
  addWay(id: number, refs: readonly number[]): void {
    if (this.#ofFerries.size === 0 || this.#ferries.has(id)) return
    for (const ref of refs) if (this.#ofFerries.has(ref)) this.nodes.add(ref)
  }
}
