import { childSpan, type TreeNode, type TreeTop } from '../format/tree.ts'
import { sphereMetersToBox } from './sphere.ts'
import type { ByteSpan } from './unit-store.ts'

/** A part of a tree that has not been looked into. */
export interface QueuedSubtree {
  /** Nothing in it is nearer, on the sphere. */
  meters: number
  /** Levels of nodes below: -1 for a leaf. */
  height: number
  span: ByteSpan
}

/** Which children of a node are worth looking into. */
export interface TreeFilter {
  types: number
  /** Bits of categories one of which must be there; none: all will do. */
  categories: readonly [number, number] | undefined
}

/** Parts of a tree around a point, nearest first (Hjaltason and Samet 1999). */
export class Frontier {
  readonly #heap: QueuedSubtree[] = []
  readonly #lat: number
  readonly #lon: number
  readonly #filter: TreeFilter
  readonly #base: number

  constructor(lat: number, lon: number, filter: TreeFilter, { node, height, base }: TreeTop) {
    this.#lat = lat
    this.#lon = lon
    this.#filter = filter
    this.#base = base
    this.open(node, height, Number.POSITIVE_INFINITY)
  }

  /** Adds the children of a node that are not farther than this. */
  open(node: TreeNode, height: number, mostMeters: number): void {
    const box = { minLat: 0, minLon: 0, maxLat: 0, maxLon: 0 }
    for (let i = 0; i < node.count; i++) {
      if (!this.#wanted(node, i)) continue
      box.minLat = node.minLat[i]! / 1e7
      box.minLon = node.minLon[i]! / 1e7
      box.maxLat = node.maxLat[i]! / 1e7
      box.maxLon = node.maxLon[i]! / 1e7
      const meters = sphereMetersToBox(this.#lat, this.#lon, box)
      if (meters > mostMeters) continue
      this.#push({ meters, height: height - 1, span: childSpan(node, i, this.#base) })
    }
  }

  /** Takes out at most so many parts that are not farther than this, the nearest. */
  take(most: number, mostMeters: number): QueuedSubtree[] {
    const taken: QueuedSubtree[] = []
    while (taken.length < most && this.#heap.length > 0 && this.#heap[0]!.meters <= mostMeters) {
      taken.push(this.#pop())
    }
    return taken
  }

  #wanted({ types, categories: [low, high] }: TreeNode, child: number): boolean {
    if ((types[child]! & this.#filter.types) === 0) return false
    const wanted = this.#filter.categories
    return !wanted || (low[child]! & wanted[0]) !== 0 || (high[child]! & wanted[1]) !== 0
  }

  #push(part: QueuedSubtree): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(part)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (heap[parent]!.meters <= part.meters) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = part
  }

  #pop(): QueuedSubtree {
    const heap = this.#heap
    const top = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1]!.meters < heap[child]!.meters) child++
      if (heap[child]!.meters >= last.meters) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
    return top
  }
}
