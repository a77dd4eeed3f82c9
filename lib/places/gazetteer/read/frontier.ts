import FlatQueue from 'flatqueue'
import { pointScale } from '../format/layout.ts'
import { locateChild, type TreeNode, type TreeTop } from '../format/tree.ts'
import type { ByteSpan } from '../format/unit.ts'
import { measureSphereMetersToBox } from './sphere.ts'

/** An unread leaf or subtree of a packed R-tree. */
export interface QueuedSubtree {
  /** Number of levels of inner nodes between the subtree's root and the leaves; -1 for a leaf. */
  height: number
  /** Span in the `tree` section. */
  span: ByteSpan
}

/** Selects the children of a node that can contain results. */
export interface TreeFilter {
  /** Bits of place types, by index in `placeTypes`; a child must have one of them. */
  types: number
  /** Bits of categories, by `computeCategoryBit`; a child must have one of them. Undefined: any category. */
  categories: readonly [number, number] | undefined
}

/** Queues unread subtrees, nearest to a point first: incremental nearest neighbours (Hjaltason and Samet 1999). */
export class Frontier {
  /** Subtrees by metres from the point to their box, a lower bound for everything inside. */
  readonly #queue = new FlatQueue<QueuedSubtree>()
  readonly #lat: number
  readonly #lon: number
  readonly #filter: TreeFilter

  constructor(lat: number, lon: number, filter: TreeFilter, { node, height }: TreeTop) {
    this.#lat = lat
    this.#lon = lon
    this.#filter = filter
    this.open(node, height, Number.POSITIVE_INFINITY)
  }

  /** Queues the children of a node that pass the filter and are within the distance. */
  open(node: TreeNode, height: number, maxMeters: number): void {
    const box = { minLat: 0, minLon: 0, maxLat: 0, maxLon: 0 }
    for (let i = 0; i < node.count; i++) {
      if (!this.#canHoldResults(node, i)) continue
      box.minLat = node.minLat[i]! / pointScale
      box.minLon = node.minLon[i]! / pointScale
      box.maxLat = node.maxLat[i]! / pointScale
      box.maxLon = node.maxLon[i]! / pointScale
      const meters = measureSphereMetersToBox(this.#lat, this.#lon, box)
      if (meters > maxMeters) continue
      this.#queue.push({ height: height - 1, span: locateChild(node, i) }, meters)
    }
  }

  /** Removes and returns the nearest subtrees within the distance. */
  take(maxCount: number, maxMeters: number): QueuedSubtree[] {
    const taken: QueuedSubtree[] = []
    while (taken.length < maxCount && (this.#queue.peekValue() ?? Infinity) <= maxMeters) {
      taken.push(this.#queue.pop()!)
    }
    return taken
  }

  #canHoldResults({ types, categories: [low, high] }: TreeNode, child: number): boolean {
    if ((types[child]! & this.#filter.types) === 0) return false
    const wanted = this.#filter.categories
    return !wanted || (low[child]! & wanted[0]) !== 0 || (high[child]! & wanted[1]) !== 0
  }
}
