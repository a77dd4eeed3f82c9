import { readFile } from 'node:fs/promises'
import { PredictRequest } from '#prediction/schemas'
import { throwUsageError } from '../base/index.ts'

/** Options of the command line that describe the person and the area, as typed. */
export interface PredictionOptions {
  profile: string
  at?: string
  radius: string
  polygon?: string
  path?: string
  buffer: string
  datetime?: string
  age?: string
  bearing?: string
  weather?: string
  elapsed?: string
  transport?: string
  uncertainty?: string
  segments?: string
  searched?: string
  lookupWeather?: true
}

/** Builds the request of the operation; its schema checks the values. */
export async function parseRequest(options: PredictionOptions): Promise<PredictRequest> {
  const parsed = PredictRequest.safeParse({
    profile: options.profile,
    area: await parseArea(options),
    params: {
      datetime: options.datetime ?? new Date().toISOString(),
      age_years: parseNumber(options.age),
      initial_bearing_deg: parseNumber(options.bearing),
      elapsed_minutes: parseNumber(options.elapsed),
      transport: options.transport,
      origin_uncertainty_m: parseNumber(options.uncertainty),
      weather: options.weather && parseWeather(options.weather),
      disableWeather: !options.lookupWeather,
    },
    segments: options.segments && (await readPolygons(options.segments, 'name')),
    searched:
      options.searched && (await readPolygons(options.searched, 'probability_of_detection')),
  })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  return throwUsageError(`${issue?.path.join('.')}: ${issue?.message}`)
}

async function parseArea({ at, radius, polygon, path, buffer }: PredictionOptions) {
  const given = [at, polygon, path].filter((option) => option !== undefined)
  if (given.length !== 1) throwUsageError('give one of --at, --polygon and --path')
  if (at !== undefined) {
    const [lat, lng] = at.split(',').map(parseNumber)
    return { type: 'circle', center: { lat, lng }, radius_m: parseNumber(radius) }
  }
  if (polygon !== undefined) {
    return { type: 'polygon', geometry: await readGeometry(polygon, 'Polygon') }
  }
  const geometry = await readGeometry(path!, 'LineString')
  return { type: 'path', geometry, buffer_m: parseNumber(buffer) }
}

/** Reads the first geometry of a type in a GeoJSON file. */
async function readGeometry(file: string, type: string): Promise<unknown> {
  const json = await readJson(file)
  return findGeometry(json, type) ?? throwUsageError(`${file} holds no ${type}`)
}

/** Reads the polygons of a feature collection, each with a property of its feature. */
async function readPolygons(file: string, property: string): Promise<object[]> {
  const json = (await readJson(file)) as { features?: unknown } | null
  if (!Array.isArray(json?.features)) throwUsageError(`${file} holds no FeatureCollection`)
  return json.features.map((feature) => ({
    [property]: feature?.properties?.[property],
    geometry: feature?.geometry,
  }))
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    return throwUsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function findGeometry(json: unknown, type: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  const object = json as Record<string, unknown>
  if (object.type === type) return json
  if (object.type === 'Feature') return findGeometry(object.geometry, type)
  if (!Array.isArray(object.features)) return undefined
  return object.features.map((feature) => findGeometry(feature, type)).find(Boolean)
}

function parseWeather(text: string): Record<string, number | undefined> {
  const [temperature_c, precipitation_mmh, wind_speed_mps, wind_direction_deg] = text
    .split(',')
    .map(parseNumber)
  return { temperature_c, precipitation_mmh, wind_speed_mps, wind_direction_deg }
}

/** Parses a number. Returns NaN for other text, which the schema refuses. */
function parseNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text)
}
