import { type Bounds, computeBounds, type LatLon } from '#ground/geo'
import { pause } from '#platform/concurrency'
import type { OutlineGeometry } from './outline.ts'

/** A place listed with a contour. */
export interface ReachablePlace {
  name: string
  label: string
  place_type: string
  coordinates: { lat: number; lng: number }
}

/** Places of the region. */
export interface PlaceIndex {
  /** Finds the position of the place that a text names. Throws `geocode_failed` when there is none. */
  find(text: string, signal?: AbortSignal): Promise<LatLon>
  /** Yields settlements and notable venues in a box, the most important first. */
  within(box: Bounds, signal?: AbortSignal): AsyncIterable<ReachablePlace>
}

export interface ContourGeometry {
  metric: string
  value: number
  geometry: OutlineGeometry
}

/** Maximum number of places listed with one contour. */
const maxPlaces = 20

/** Maximum number of places examined for all contours together: about 100 ms of reading. */
const maxCandidates = 3_000

/**
 * Finds the places inside each contour, at most 20, the most important first. A place in the list of a smaller
 * contour of the same metric is not listed again.
 */
export async function findReachablePlaces(
  contours: readonly ContourGeometry[],
  places: PlaceIndex,
  signal?: AbortSignal,
): Promise<ReachablePlace[][]> {
  const lists = contours.map((): ReachablePlace[] => [])
  const rings = contours.map(({ geometry }) => boxRings(geometry))
  const rising = [...contours.keys()].sort((a, b) => contours[a]!.value - contours[b]!.value)
  const metrics = [...Map.groupBy(rising, (i) => contours[i]!.metric).values()]
  const box = computeBounds(contours.flatMap(({ geometry }) => [...listOuterPositions(geometry)]))

  let examined = 0
  for await (const place of places.within(box, signal)) {
    await pause(signal)
    const { lat, lng: lon } = place.coordinates
    for (const sameMetric of metrics) {
      const smallest = sameMetric.find(
        (i) => lists[i]!.length < maxPlaces && isInside({ lat, lon }, rings[i]!),
      )
      if (smallest !== undefined) lists[smallest]!.push(place)
    }
    if (++examined === maxCandidates || lists.every((list) => list.length === maxPlaces)) break
  }
  return lists
}

function* listOuterPositions(geometry: OutlineGeometry): Generator<LatLon> {
  for (const rings of listPolygons(geometry)) {
    for (const [lon, lat] of rings[0] ?? []) yield { lat, lon }
  }
}

function listPolygons({ type, coordinates }: OutlineGeometry) {
  return type === 'Polygon' ? [coordinates] : coordinates
}

interface BoxedRings {
  rings: { ring: readonly (readonly [lon: number, lat: number])[]; box: Bounds }[]
}

function boxRings(geometry: OutlineGeometry): BoxedRings {
  const rings = listPolygons(geometry).flat()
  return {
    rings: rings.map((ring) => ({
      ring,
      box: computeBounds(ring.map(([lon, lat]) => ({ lat, lon }))),
    })),
  }
}

/** Applies the even-odd rule with a ray to the east, over shells and holes. */
function isInside({ lat, lon }: LatLon, { rings }: BoxedRings): boolean {
  let inside = false
  for (const { ring, box } of rings) {
    if (lat < box.min_lat || lat > box.max_lat || lon > box.max_lon) continue
    for (let i = 1; i < ring.length; i++) {
      const [fromLon, fromLat] = ring[i - 1]!
      const [toLon, toLat] = ring[i]!
      if (fromLat > lat === toLat > lat) continue
      if (lon < fromLon + ((lat - fromLat) / (toLat - fromLat)) * (toLon - fromLon))
        inside = !inside
    }
  }
  return inside
}
