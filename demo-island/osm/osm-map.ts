import type { MapTags, Vertex } from '../roads/network.ts'

/** A way of the map: closed when its first vertex is also its last. */
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

/** Ways may not have more vertices than this (the limit of the OpenStreetMap API is 2,000). */
const longestWay = 1_900

/** Everything that is drawn on the map, in drawing order. */
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

  /** A ring of points as a closed way. */
  addArea(ring: readonly Vertex[], tags: MapTags): MapWay {
    const vertices = ring.map((vertex) => ({ ...vertex }))
    return this.addWay([...vertices, vertices[0]!], tags)
  }

  /** An area with holes: a closed way when it has none and is short, else a multipolygon. */
  addAreaWithHoles(outer: readonly Vertex[], holes: readonly Vertex[][], tags: MapTags): void {
    if (holes.length === 0 && outer.length < longestWay) {
      this.addArea(outer, tags)
      return
    }
    const members = [outer, ...holes].flatMap((ring, i) =>
      this.addRing(ring, {}).map((way) => ({ way, role: i === 0 ? 'outer' : 'inner' })),
    )
    this.addRelation(members, { type: 'multipolygon', ...tags })
  }

  /** A ring as one closed way or, when it is long, as several that follow each other. */
  addRing(ring: readonly Vertex[], tags: MapTags, longest = longestWay): MapWay[] {
    const vertices = ring.map((vertex) => ({ ...vertex }))
    const closed = [...vertices, vertices[0]!]
    const lines: MapWay[] = []
    for (let start = 0; start < closed.length - 1; start += longest) {
      lines.push(this.addWay(closed.slice(start, start + longest + 1), { ...tags }))
    }
    return lines
  }
}
