import type * as z from 'zod'
import {
  decodePolyline,
  type Feature,
  type FeatureCollection,
  makeFeatureCollection,
  type Position,
} from '#ground/geo'
import type { RouteResponse } from '#routing/schemas'
import type { Leg, Route } from './trip.ts'

/**
 * Converts a route answer to GeoJSON: the route and its alternates as lines, whose properties contain all fields
 * except the shapes; then the waypoints as points.
 */
export function routeToGeojson({
  route,
  alternates = [],
  ...rest
}: z.output<typeof RouteResponse>): FeatureCollection {
  return makeFeatureCollection(
    [
      makeRouteFeature(route, 'route'),
      ...alternates.map((alternate) => makeRouteFeature(alternate, 'alternate')),
      ...makeWaypointFeatures(route),
    ],
    rest,
  )
}

/**
 * Makes one line over all legs. `leg_coordinate_ranges` contains the first and the last position of each leg in that
 * line; a leg begins where the previous leg ends.
 */
export function makeRouteFeature(
  route: Route,
  kind: 'route' | 'alternate',
  extra: Record<string, unknown> = {},
): Feature {
  const coordinates: Position[] = []
  const ranges: [number, number][] = []
  for (const leg of route.legs) {
    const line = decodeLine(leg)
    const continues = isSamePosition(coordinates.at(-1), line[0])
    const from = continues ? coordinates.length - 1 : coordinates.length
    for (let i = continues ? 1 : 0; i < line.length; i++) coordinates.push(line[i]!)
    ranges.push([from, coordinates.length - 1])
  }
  const { legs, ...properties } = route
  return {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: ensureTwo(coordinates) },
    properties: {
      kind,
      ...extra,
      ...properties,
      legs: legs.map(({ shape: _, ...leg }) => leg),
      leg_coordinate_ranges: ranges,
    },
  }
}

export function makeWaypointFeatures(route: Route): Feature[] {
  return route.waypoints.map(({ lat, lon, ...waypoint }, index) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { kind: 'waypoint', index, ...waypoint },
  }))
}

function decodeLine(leg: Leg): Position[] {
  return decodePolyline(leg.shape).map(({ lat, lon }) => [lon, lat])
}

function isSamePosition(a: Position | undefined, b: Position | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]
}

/** Repeats a single position. RFC 7946 requires two positions in a line, even for a route of length 0. */
function ensureTwo(coordinates: Position[]): Position[] {
  return coordinates.length === 1 ? [coordinates[0]!, coordinates[0]!] : coordinates
}
