import type { SearchPolygon } from '../ground.ts'
import type { Waypoint } from '../state.ts'

/** Limits of the API. */
const maxGrounds = 100
const maxNameCharacters = 100
export const maxPathPoints = 2000

/**
 * Parses the polygons of a GeoJSON text. Each part of a MultiPolygon is a polygon of its own.
 *
 * @throws Error whose message continues a sentence that begins with the file's name.
 */
export function parseGrounds(text: string): SearchPolygon[] {
  const shapes = listFeatures(parseJson(text))
  const grounds = shapes.flatMap(({ geometry, properties }, i) => {
    const polygons = listPolygons(geometry)
    const name = readName(properties) ?? `No. ${i + 1}`
    const detection = parseDetection(properties)
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

/** Samples the points evenly, to at most the API's limit. The first and the last point are kept. */
export function samplePoints<P extends Waypoint>(points: readonly P[], max = maxPathPoints): P[] {
  if (points.length <= max) return [...points]
  const step = (points.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, i) => points[Math.round(i * step)]!)
}

// biome-ignore lint/suspicious/noExplicitAny: the content of a user's file.
type Json = any

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('is no GeoJSON.')
  }
}

function listFeatures(json: Json): { geometry: Json; properties: Json }[] {
  if (Array.isArray(json?.features)) return json.features
  if (json?.type === 'Feature') return [json]
  if (Array.isArray(json?.geometries))
    return json.geometries.map((geometry: Json) => ({ geometry, properties: undefined }))
  return [{ geometry: json, properties: undefined }]
}

function listPolygons(geometry: Json): number[][][][] {
  if (!Array.isArray(geometry?.coordinates)) return []
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

function readName(properties: Json): string | undefined {
  const name = properties?.name ?? properties?.title ?? properties?.id
  // The API refuses control characters and surrogates in a name.
  const text = String(name ?? '')
    .replace(/\p{Cc}|\p{Cs}/gu, ' ')
    .trim()
  return text === '' ? undefined : text
}

/** Reads a probability of detection, which is a share or in percent. */
function parseDetection(properties: Json): number | undefined {
  const given = Number(properties?.probability_of_detection ?? properties?.pod ?? Number.NaN)
  const share = given > 1 ? given / 100 : given
  return share >= 0 && share <= 1 ? share : undefined
}
