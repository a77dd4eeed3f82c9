import type { Tags, Vertex } from '../roads/network.ts'

/** A way of the map: closed when its first vertex is also its last. */
export interface Line {
  vertices: Vertex[]
  tags: Tags
}

export interface Member {
  role: string
  node?: Vertex
  way?: Line
}

/** A relation of the map. */
export interface Group {
  members: Member[]
  tags: Tags
}

/** Ways may not have more vertices than this (the limit of the OpenStreetMap API is 2,000). */
const longestWay = 1_900

/** Everything that is drawn on the map, in drawing order. */
export class Chart {
  readonly points: Vertex[] = []
  readonly lines: Line[] = []
  readonly groups: Group[] = []

  point(vertex: Vertex): Vertex {
    this.points.push(vertex)
    return vertex
  }

  line(vertices: Vertex[], tags: Tags): Line {
    const line = { vertices, tags }
    this.lines.push(line)
    return line
  }

  group(members: Member[], tags: Tags): Group {
    const group = { members, tags }
    this.groups.push(group)
    return group
  }

  /** A ring of points as a closed way. */
  area(ring: readonly Vertex[], tags: Tags): Line {
    const vertices = ring.map((vertex) => ({ ...vertex }))
    return this.line([...vertices, vertices[0]!], tags)
  }

  /** An area with holes: a closed way when it has none and is short, else a multipolygon. */
  areaWithHoles(outer: readonly Vertex[], holes: readonly Vertex[][], tags: Tags): void {
    if (holes.length === 0 && outer.length < longestWay) {
      this.area(outer, tags)
      return
    }
    const members = [outer, ...holes].flatMap((ring, i) =>
      this.pieces(ring, {}).map((way) => ({ way, role: i === 0 ? 'outer' : 'inner' })),
    )
    this.group(members, { type: 'multipolygon', ...tags })
  }

  /** A ring as one closed way or, when it is long, as several that follow each other. */
  pieces(ring: readonly Vertex[], tags: Tags, longest = longestWay): Line[] {
    const vertices = ring.map((vertex) => ({ ...vertex }))
    const closed = [...vertices, vertices[0]!]
    const lines: Line[] = []
    for (let start = 0; start < closed.length - 1; start += longest) {
      lines.push(this.line(closed.slice(start, start + longest + 1), { ...tags }))
    }
    return lines
  }
}
