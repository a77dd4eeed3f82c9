import type * as z from 'zod'
import {
  decodePolyline,
  type Feature,
  type FeatureCollection,
  featureCollection,
  type Position,
} from '#ground/geo'
import type { RouteResponse } from '#routing/schemas'
import type { Leg, Route } from './trip.ts'

/**
 * A route answer as GeoJSON: the route and its alternates as lines, whose properties hold all fields
 * except the shapes; then the waypoints as points.
 */
export function routeToGeojson({
  route,
  alternates = [],
  ...rest
}: z.output<typeof RouteResponse>): FeatureCollection {
  return featureCollection(
    [
      routeFeature(route, 'route'),
      ...alternates.map((alternate) => routeFeature(alternate, 'alternate')),
      ...waypointFeatures(route),
    ],
    rest,
  )
}

/**
 * One line over all legs. `leg_coordinate_ranges` holds the first and the last position of each leg
 * in that line; a leg begins where the previous leg ends.
 */
export function routeFeature(
  route: Route,
  kind: 'route' | 'alternate',
  extra: Record<string, unknown> = {},
): Feature {
  const coordinates: Position[] = []
  const ranges: [number, number][] = []
  for (const leg of route.legs) {
    const line = lineOf(leg)
    const continues = samePosition(coordinates.at(-1), line[0])
    const from = continues ? coordinates.length - 1 : coordinates.length
    for (let i = continues ? 1 : 0; i < line.length; i++) coordinates.push(line[i]!)
    ranges.push([from, coordinates.length - 1])
  }
  const { legs, ...properties } = route
  return {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: atLeastTwo(coordinates) },
    properties: {
      kind,
      ...extra,
      ...properties,
      legs: legs.map(({ shape: _, ...leg }) => leg),
      leg_coordinate_ranges: ranges,
    },
  }
}

export function waypointFeatures(route: Route): Feature[] {
  return route.waypoints.map(({ lat, lon, ...waypoint }, index) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { kind: 'waypoint', index, ...waypoint },
  }))
}

function lineOf(leg: Leg): Position[] {
  return decodePolyline(leg.shape).map(({ lat, lon }) => [lon, lat])
}

function samePosition(a: Position | undefined, b: Position | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]
}

/** RFC 7946 requires two positions in a line, even for a route of length 0. */
function atLeastTwo(coordinates: Position[]): Position[] {
  return coordinates.length === 1 ? [coordinates[0]!, coordinates[0]!] : coordinates
}
