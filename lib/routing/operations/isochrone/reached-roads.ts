import { distanceMeters } from '#ground/geo'
import { pause } from '#platform/concurrency'
import type { Costing, Engine, EngineLocation } from '#routing/engine'

/** A line of a road, in the direction of travel, longitude first. */
export type RoadLine = [lon: number, lat: number][]

/** The roads around an origin, as far as a contour reaches, and the rest of roads that it reaches in part. */
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

/** Predecessor of the edges that the origin is on: the engine's invalid edge, 46 bits set. */
const noEdge = 2 ** 46 - 1

/** Edges handled before yielding to other calls: a millisecond or two. */
const edgesPerPause = 500

/** The edges that an expansion from an origin reached, with the time or distance at both ends. */
export class ReachedRoads {
  readonly #edges: readonly RoadEdge[]

  private constructor(edges: readonly RoadEdge[]) {
    this.#edges = edges
  }

  /**
   * Asks the engine for every edge that begins within the value: minutes or kilometres. Ferries are passed, not
   * reached. Throws as {@link Engine.call}.
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
      // Exact shapes, as those of ferries in the tiles.
      generalize: 0,
      expansion_properties: ['duration', 'distance', 'edge_id', 'pred_edge_id'],
    }
    const { features } = await engine.call<EngineExpansion>('expansion', query, signal)
    await pause(signal)
    const kind = metric === 'time' ? 'duration' : 'distance'
    const ends = new Map<number, number>()
    for (const { properties } of features) ends.set(properties.edge_id, properties[kind])
    const shapes = features.map(({ geometry }) => geometry.coordinates)
    // Without the tiles ferries are drawn as roads.
    const isFerry = await engine.tiles.ferriesAmong(shapes).catch((): boolean[] => [])
    const edges: RoadEdge[] = []
    for (const [i, { geometry, properties }] of features.entries()) {
      if (i % edgesPerPause === 0) await pause(signal)
      if (isFerry[i]) continue
      const isFirst = properties.pred_edge_id === noEdge
      // The engine gives an edge with its whole shape even where the origin is in the middle of it.
      const line = isFirst ? endOf(geometry.coordinates, properties.distance) : geometry.coordinates
      const start = isFirst ? 0 : ends.get(properties.pred_edge_id)
      if (start !== undefined) edges.push({ line, start, end: properties[kind] })
    }
    return new ReachedRoads(edges)
  }

  /** The roads within a value: seconds or metres. Along an edge the value rises evenly. */
  within(limit: number): RoadsOfContour {
    const roads: RoadsOfContour = { reached: [], beyond: [] }
    const known = new Set<number>()
    for (const { line, start, end } of this.#edges) {
      if (start > limit) roads.beyond.push(line)
      else if (end <= limit) {
        // Most roads are reached in both directions.
        const key = keyOf(line)
        if (!known.has(key)) roads.reached.push(line)
        known.add(key)
      } else {
        const meters = lengthMetersOf(line)
        const reached = (meters * (limit - start)) / (end - start)
        roads.reached.push(beginOf(line, reached))
        roads.beyond.push(endOf(line, meters - reached))
      }
    }
    return roads
  }
}

const between = ([fromLon, fromLat]: RoadLine[0], [lon, lat]: RoadLine[0]) =>
  distanceMeters({ lat: fromLat, lon: fromLon }, { lat, lon })

/** The same for both directions of a road: the sums of its positions, to a microdegree. */
function keyOf(line: RoadLine): number {
  let [lonSum, latSum] = [0, 0]
  for (const [lon, lat] of line) {
    lonSum += lon
    latSum += lat
  }
  return Math.round(lonSum * 1e6) * 2 ** 21 + (Math.round(latSum * 1e6) % 2 ** 21)
}

function lengthMetersOf(line: RoadLine): number {
  let meters = 0
  for (let i = 1; i < line.length; i++) meters += between(line[i - 1]!, line[i]!)
  return meters
}

function beginOf(line: RoadLine, meters: number): RoadLine {
  const begin: RoadLine = [line[0]!]
  let left = meters
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!]
    const step = between(from, to)
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

function endOf(line: RoadLine, meters: number): RoadLine {
  return beginOf(line.toReversed(), meters).reverse()
}
