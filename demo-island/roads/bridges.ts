import { listStreams } from '../land/streams.ts'
import { between, distance, findCrossing } from '../plane/geometry.ts'
import { insertVertex, type Network, type Road, type Vertex } from './network.ts'

/** Puts a bridge wherever a road, track or path crosses a stream. */
export function bridgeStreams(network: Network): void {
  const segments = listStreams().flatMap((line) =>
    line.slice(1).map((b, i) => ({ a: line[i]!, b })),
  )
  for (const road of [...network.roads]) {
    if (road.bed === 'span') continue
    const wet: [Vertex, Vertex][] = []
    for (let i = road.vertices.length - 1; i > 0; i--) {
      const from = road.vertices[i - 1]!
      const to = road.vertices[i]!
      for (const { a, b } of segments) {
        if (distance(a, from) > 400) continue
        const found = findCrossing(from, to, a, b)
        if (!found) continue
        wet.push(narrow(road, i, found.t))
        break
      }
    }
    for (const [from, to] of wet) {
      const bridge = network.section(from, to)
      if (!bridge) continue
      bridge.tags = { ...bridge.tags, bridge: 'yes', layer: '1' }
      bridge.layer = 1
      bridge.bed = 'span'
    }
  }
}

/** Returns the ends of a bridge about 30 m long over the point at `share` of segment `index`. */
function narrow(road: Road, index: number, share: number): [Vertex, Vertex] {
  const from = road.vertices[index - 1]!
  const to = road.vertices[index]!
  const length = distance(from, to)
  let start = from
  let end = to
  if ((1 - share) * length > 22) {
    end = between(from, to, share + 15 / length)
    insertVertex(road, index - 1, end)
  }
  if (share * length > 22) {
    start = between(from, to, share - 15 / length)
    insertVertex(road, index - 1, start)
  }
  return [start, end]
}
