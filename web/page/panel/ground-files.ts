import type { SearchPolygon } from '../ground.ts'
import type { Waypoint } from '../state.ts'

/** What the API takes at most. */
const maxGrounds = 100
const maxNameCharacters = 100
export const maxPathPoints = 2000

/**
 * The polygons of a GeoJSON text; each part of a MultiPolygon is one.
 *
 * @throws Error in words for a person.
 */
export function groundsOf(text: string): SearchPolygon[] {
  const shapes = featuresOf(parsed(text))
  const grounds = shapes.flatMap(({ geometry, properties }, i) => {
    const polygons = polygonsOf(geometry)
    const name = nameOf(properties) ?? `No. ${i + 1}`
    const detection = detectionIn(properties)
    return polygons.map((coordinates, part) => ({
      name: (polygons.length > 1 ? `${name} (${part + 1})` : name).slice(0, maxNameCharacters),
      geometry: { type: 'Polygon' as const, coordinates },
      ...(detection !== undefined && { probabilityOfDetection: detection }),
    }))
  })
  if (grounds.length === 0) throw new Error('has no polygons of GeoJSON.')
  if (grounds.length > maxGrounds)
    throw new Error(`has ${grounds.length} polygons: at most ${maxGrounds} are taken.`)
  return grounds
}

/** As many points as the API takes, the first and the last among them. */
export function thinned<P extends Waypoint>(points: readonly P[], max = maxPathPoints): P[] {
  if (points.length <= max) return [...points]
  const step = (points.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, i) => points[Math.round(i * step)]!)
}

// biome-ignore lint/suspicious/noExplicitAny: a file of anybody.
type Json = any

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('is no GeoJSON.')
  }
}

function featuresOf(json: Json): { geometry: Json; properties: Json }[] {
  if (Array.isArray(json?.features)) return json.features
  if (json?.type === 'Feature') return [json]
  if (Array.isArray(json?.geometries))
    return json.geometries.map((geometry: Json) => ({ geometry, properties: undefined }))
  return [{ geometry: json, properties: undefined }]
}

function polygonsOf(geometry: Json): number[][][][] {
  if (!Array.isArray(geometry?.coordinates)) return []
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

function nameOf(properties: Json): string | undefined {
  const name = properties?.name ?? properties?.title ?? properties?.id
  // What the API refuses in a name.
  const text = String(name ?? '')
    .replace(/\p{Cc}|\p{Cs}/gu, ' ')
    .trim()
  return text === '' ? undefined : text
}

/** As a share, or in percent. */
function detectionIn(properties: Json): number | undefined {
  const given = Number(properties?.probability_of_detection ?? properties?.pod ?? Number.NaN)
  const share = given > 1 ? given / 100 : given
  return share >= 0 && share <= 1 ? share : undefined
}
