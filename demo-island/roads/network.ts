import { distance, findCrossing, type IslandPoint } from '../plane/geometry.ts'

export type MapTags = Record<string, string>

/** A node of the map. Roads that meet share the same vertex object. */
export interface Vertex extends IslandPoint {
  tags?: MapTags
  /** Height of the road at this vertex in metres, once roads are graded. */
  z?: number
  /** Height that smoothing must not change. */
  fixedZ?: number
  /** Height of the road above the natural ground (an embankment); negative for a cutting. */
  liftMeters?: number
}

/** A way of the map, with the facts needed to shape the land around it. */
export interface Road {
  vertices: Vertex[]
  tags: MapTags
  /** Layer; roads on different layers cross without meeting. */
  layer: number
  /** `graded` roads shape the land, `natural` ones lie on it, `span` ones leave it (bridge, tunnel, ferry). */
  bed: 'graded' | 'natural' | 'span'
  /** Maximum grade of a graded road. */
  gradePercent: number
  /** Key of the settlement that the street belongs to. */
  place?: string
}

interface Insertion {
  position: number
  vertex: Vertex
}

/** Puts `vertex` into a road at a position (index plus share) and returns its index. */
export function insertVertex(road: Road, position: number, vertex: Vertex): number {
  const index = Math.floor(position) + 1
  road.vertices.splice(index, 0, vertex)
  return index
}

const cellMeters = 150

/** All roads and trails. */
export class Network {
  readonly roads: Road[] = []

  add(
    vertices: readonly Vertex[],
    tags: MapTags,
    options: Partial<Pick<Road, 'layer' | 'bed' | 'gradePercent' | 'place'>> = {},
  ): Road {
    const road: Road = {
      vertices: [...vertices],
      tags,
      layer: 0,
      bed: 'graded',
      gradePercent: 9,
      ...options,
    }
    this.roads.push(road)
    return road
  }

  /** Cuts a road in two at one of its vertices. The part after the vertex becomes a new road. */
  cut(road: Road, index: number): Road {
    const rest: Road = { ...road, vertices: road.vertices.slice(index), tags: { ...road.tags } }
    road.vertices.length = index + 1
    this.roads.splice(this.roads.indexOf(road) + 1, 0, rest)
    return rest
  }

  /** Cuts the piece between two vertices out of the road that contains both, and returns the piece. */
  section(from: Vertex, to: Vertex): Road | undefined {
    for (const road of this.roads) {
      const a = road.vertices.indexOf(from)
      const b = road.vertices.indexOf(to)
      if (a < 0 || b < 0) continue
      const [first, last] = [Math.min(a, b), Math.max(a, b)]
      if (last < road.vertices.length - 1) this.cut(road, last)
      return first > 0 ? this.cut(road, first) : road
    }
    return undefined
  }

  /** Joins roads of one layer in a shared vertex wherever they cross. */
  joinCrossings(): void {
    // Moving a crossing to a nearby vertex bends a road a little, at times across another one.
    for (let round = 0; round < 6 && this.joinCrossingsOnce(); round++);
  }

  /** Makes one pass of {@link joinCrossings}. Returns whether anything crossed. */
  private joinCrossingsOnce(): boolean {
    const cells = new Map<number, { road: Road; index: number }[]>()
    const insertions = new Map<Road, Insertion[]>()
    const done = new Set<string>()
    const roadIds = new Map(this.roads.map((road, id) => [road, id]))
    for (const road of this.roads) {
      for (let i = 1; i < road.vertices.length; i++) {
        const a = road.vertices[i - 1]!
        const b = road.vertices[i]!
        for (const cell of listCells(a, b)) {
          const others = cells.get(cell) ?? []
          for (const other of others) {
            if (other.road.layer !== road.layer) continue
            const key = `${roadIds.get(other.road)}/${other.index}/${roadIds.get(road)}/${i}`
            if (done.has(key)) continue
            done.add(key)
            meet(insertions, other.road, other.index, road, i)
          }
          others.push({ road, index: i })
          cells.set(cell, others)
        }
      }
    }
    for (const [road, list] of insertions) {
      list.sort((p, q) => q.position - p.position)
      for (const { position, vertex } of list) insertVertex(road, position, vertex)
      road.vertices = road.vertices.filter((vertex, i, all) => i === 0 || vertex !== all[i - 1])
    }
    return insertions.size > 0
  }

  /** Counts the road ends and passages at each vertex; 3 and more is a junction. */
  degrees(roads: readonly Road[] = this.roads): Map<Vertex, number> {
    const degrees = new Map<Vertex, number>()
    for (const { vertices } of roads) {
      vertices.forEach((vertex, i) => {
        const ways = (i > 0 ? 1 : 0) + (i < vertices.length - 1 ? 1 : 0)
        degrees.set(vertex, (degrees.get(vertex) ?? 0) + ways)
      })
    }
    return degrees
  }
}

function* listCells(a: IslandPoint, b: IslandPoint): Generator<number> {
  const column = (x: number) => Math.floor(x / cellMeters) + 500
  for (let c = column(Math.min(a.x, b.x)); c <= column(Math.max(a.x, b.x)); c++) {
    for (let r = column(Math.min(a.y, b.y)); r <= column(Math.max(a.y, b.y)); r++)
      yield c * 1_000 + r
  }
}

function meet(
  insertions: Map<Road, Insertion[]>,
  first: Road,
  firstIndex: number,
  second: Road,
  secondIndex: number,
): void {
  const a = first.vertices[firstIndex - 1]!
  const b = first.vertices[firstIndex]!
  const c = second.vertices[secondIndex - 1]!
  const d = second.vertices[secondIndex]!
  if (a === c || a === d || b === c || b === d) return
  const found = findCrossing(a, b, c, d)
  if (!found) return
  const at: Vertex = { x: a.x + (b.x - a.x) * found.t, y: a.y + (b.y - a.y) * found.t }
  // A crossing within a few metres of a vertex is moved to it: no sliver between two junctions.
  const near = [a, b, c, d].find((vertex) => distance(vertex, at) < 6)
  const vertex = near ?? at
  const push = (road: Road, position: number) => {
    const list = insertions.get(road) ?? []
    list.push({ position, vertex })
    insertions.set(road, list)
  }
  if (near !== a && near !== b) push(first, firstIndex - 1 + found.t)
  if (near !== c && near !== d) push(second, secondIndex - 1 + found.u)
}
