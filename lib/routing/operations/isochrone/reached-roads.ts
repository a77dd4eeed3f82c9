import { distanceMeters } from '#ground/geo'
import { pause } from '#platform/concurrency'
import type { Costing, Engine, EngineLocation } from '#routing/engine'

/** Line of a road, in the direction of travel, longitude first. */
export type RoadLine = [lon: number, lat: number][]

/** Roads around an origin that a contour reaches, and the remainders of roads that it reaches in part. */
export interface RoadsOfContour {
  reached: RoadLine[]
  beyond: RoadLine[]
}

interface EngineExpansion {
  features: {
    geometry: { coordinates: RoadLine }
    properties: {
      /** Seconds from the origin to the end of the edge. */
      duration: number
      /** Metres from the origin to the end of the edge. */
      distance: number
      edge_id: number
      pred_edge_id: number
    }
  }[]
}

interface RoadEdge {
  line: RoadLine
  /** Seconds or metres from the origin. */
  start: number
  end: number
}

/** Predecessor of the edges that contain the origin: the engine's invalid edge, 46 bits set. */
const noEdge = 2 ** 46 - 1

/** Number of edges handled before yielding to other calls: takes a millisecond or two. */
const edgesPerPause = 500

/** Edges that an expansion from an origin reached, with the time or distance at both ends. */
export class ReachedRoads {
  readonly #edges: readonly RoadEdge[]

  private constructor(edges: readonly RoadEdge[]) {
    this.#edges = edges
  }

  /**
   * Requests every edge that begins within the value: minutes or kilometres. Ferries are passed, but do not count as
   * reached. Throws the errors of {@link Engine.call}.
   */
  static async of(
    engine: Engine,
    start: EngineLocation,
    costing: Costing,
    { metric, value }: { metric: 'time' | 'distance'; value: number },
    signal?: AbortSignal,
  ): Promise<ReachedRoads> {
    const query = {
      action: 'isochrone',
      locations: [start],
      ...costing,
      contours: [{ [metric]: value }],
      // Exact shapes, like the shapes of ferries in the tiles.
      generalize: 0,
      expansion_properties: ['duration', 'distance', 'edge_id', 'pred_edge_id'],
    }
    const { features } = await engine.call<EngineExpansion>('expansion', query, signal)
    await pause(signal)
    const kind = metric === 'time' ? 'duration' : 'distance'
    const ends = new Map<number, number>()
    for (const { properties } of features) ends.set(properties.edge_id, properties[kind])
    const shapes = features.map(({ geometry }) => geometry.coordinates)
    // If the tiles cannot be read, ferries are drawn as roads.
    const isFerry = await engine.tiles.findFerries(shapes).catch((): boolean[] => [])
    const edges: RoadEdge[] = []
    for (const [i, { geometry, properties }] of features.entries()) {
      if (i % edgesPerPause === 0) await pause(signal)
      if (isFerry[i]) continue
      const isFirst = properties.pred_edge_id === noEdge
      // The engine returns the whole shape of an edge even if the origin is in the middle of it.
      const line = isFirst
        ? cutEnd(geometry.coordinates, properties.distance)
        : geometry.coordinates
      const start = isFirst ? 0 : ends.get(properties.pred_edge_id)
      if (start !== undefined) edges.push({ line, start, end: properties[kind] })
    }
    return new ReachedRoads(edges)
  }

  /** Returns the roads within a value: seconds or metres. Along an edge the value rises evenly. */
  within(limit: number): RoadsOfContour {
    const roads: RoadsOfContour = { reached: [], beyond: [] }
    const known = new Set<number>()
    for (const { line, start, end } of this.#edges) {
      if (start > limit) roads.beyond.push(line)
      else if (end <= limit) {
        // Most roads are reached in both directions.
        const key = makeRoadKey(line)
        if (!known.has(key)) roads.reached.push(line)
        known.add(key)
      } else {
        const meters = measureLine(line)
        const reached = (meters * (limit - start)) / (end - start)
        roads.reached.push(cutBegin(line, reached))
        roads.beyond.push(cutEnd(line, meters - reached))
      }
    }
    return roads
  }
}

const measureSegment = ([fromLon, fromLat]: RoadLine[0], [lon, lat]: RoadLine[0]) =>
  distanceMeters({ lat: fromLat, lon: fromLon }, { lat, lon })

/** Returns a key that is equal for both directions of a road: the sums of its positions, to a microdegree. */
function makeRoadKey(line: RoadLine): number {
  let [lonSum, latSum] = [0, 0]
  for (const [lon, lat] of line) {
    lonSum += lon
    latSum += lat
  }
  return Math.round(lonSum * 1e6) * 2 ** 21 + (Math.round(latSum * 1e6) % 2 ** 21)
}

function measureLine(line: RoadLine): number {
  let meters = 0
  for (let i = 1; i < line.length; i++) meters += measureSegment(line[i - 1]!, line[i]!)
  return meters
}

function cutBegin(line: RoadLine, meters: number): RoadLine {
  const begin: RoadLine = [line[0]!]
  let left = meters
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!]
    const step = measureSegment(from, to)
    if (step >= left) {
      const share = step > 0 ? left / step : 0
      begin.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
      return begin
    }
    left -= step
    begin.push(to)
  }
  return begin
}

function cutEnd(line: RoadLine, meters: number): RoadLine {
  return cutBegin(line.toReversed(), meters).reverse()
}
