import type { MapTags, Vertex } from '../roads/network.ts'

/** A way of the map. It is closed if its first vertex is also its last. */
export interface MapWay {
  vertices: Vertex[]
  tags: MapTags
}

export interface MapMember {
  role: string
  node?: Vertex
  way?: MapWay
}

/** A relation of the map. */
export interface MapRelation {
  members: MapMember[]
  tags: MapTags
}

/** Maximum vertices of a way, below the OpenStreetMap API's limit of 2,000 nodes. */
const maxWayVertices = 1_900

/** All objects of the map, in drawing order. */
export class OsmMap {
  readonly nodes: Vertex[] = []
  readonly ways: MapWay[] = []
  readonly relations: MapRelation[] = []

  addNode(vertex: Vertex): Vertex {
    this.nodes.push(vertex)
    return vertex
  }

  addWay(vertices: Vertex[], tags: MapTags): MapWay {
    const line = { vertices, tags }
    this.ways.push(line)
    return line
  }

  addRelation(members: MapMember[], tags: MapTags): MapRelation {
    const group = { members, tags }
    this.relations.push(group)
    return group
  }

  /** Adds a ring of points as a closed way. */
  addArea(ring: readonly Vertex[], tags: MapTags): MapWay {
    const vertices = ring.map((vertex) => ({ ...vertex }))
    return this.addWay([...vertices, vertices[0]!], tags)
  }

  /** Adds a closed way if the area is short and has no holes, or else a multipolygon. */
  addAreaWithHoles(outer: readonly Vertex[], holes: readonly Vertex[][], tags: MapTags): void {
    if (holes.length === 0 && outer.length < maxWayVertices) {
      this.addArea(outer, tags)
      return
    }
    const members = [outer, ...holes].flatMap((ring, i) =>
      this.addRing(ring, {}).map((way) => ({ way, role: i === 0 ? 'outer' : 'inner' })),
    )
    this.addRelation(members, { type: 'multipolygon', ...tags })
  }

  /** Adds a ring as one closed way or, if it is long, as several consecutive ways. */
  addRing(ring: readonly Vertex[], tags: MapTags, maxVertices = maxWayVertices): MapWay[] {
    const vertices = ring.map((vertex) => ({ ...vertex }))
    const closed = [...vertices, vertices[0]!]
    const lines: MapWay[] = []
    for (let start = 0; start < closed.length - 1; start += maxVertices) {
      lines.push(this.addWay(closed.slice(start, start + maxVertices + 1), { ...tags }))
    }
    return lines
  }
}
