import { facts } from '../facts.ts'
import type { PredictFiles } from '../ground.ts'
import type { PageState, Waypoint } from '../state.ts'
import { readField, readNumberField } from './fields.ts'

export const areaTypes = ['circle', 'polygon', 'path'] as const
export type PredictAreaType = (typeof areaTypes)[number]

/** Optional numbers about the person: parameter of the API, field of the page and label. */
export const personNumbers = [
  { param: 'age_years', field: 'predict.age', label: 'Age, years' },
  { param: 'initial_bearing_deg', field: 'predict.bearing', label: 'Left in direction, degrees' },
  { param: 'elapsed_minutes', field: 'predict.elapsed', label: 'Minutes since last seen' },
] as const

export const weatherNumbers = [
  { param: 'temperature_c', field: 'predict.temperature', label: 'Temperature, °C' },
  { param: 'precipitation_mmh', field: 'predict.rain', label: 'Rain, mm an hour' },
  { param: 'wind_speed_mps', field: 'predict.wind', label: 'Wind, m/s' },
  { param: 'wind_direction_deg', field: 'predict.windfrom', label: 'Wind from, degrees' },
] as const

export const defaultDetection = '0.7'

export function readAreaType(state: Pick<PageState, 'fields'>): PredictAreaType {
  return areaTypes.find((type) => type === state.fields['predict.area']) ?? 'circle'
}

/** Returns the points of a path: from a file if there is one, else from the map. */
export function pickPathPoints({ points }: PageState, { path }: PredictFiles): readonly Waypoint[] {
  return path?.points ?? points
}

/** Makes a closed ring from the corners of a polygon. */
export function makeRing(corners: readonly Waypoint[]): number[][] {
  const ring = corners.map(({ lat, lon }) => [lon, lat])
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = first && last && first[0] === last[0] && first[1] === last[1]
  return isClosed || !first ? ring : [...ring, first]
}

/** Builds the request body of a prediction; undefined while input is missing. */
export function buildPredictInput(
  state: PageState,
  files: PredictFiles,
): Record<string, unknown> | undefined {
  const when = readField(state, 'predict.when', '')
  const datetime = when === '' ? undefined : new Date(when)
  const area = buildArea(state, files)
  if (!area || !datetime || Number.isNaN(datetime.getTime())) return undefined
  const transport = readField(state, 'predict.transport', 'unknown')
  const uncertainty = readNumberField(state, 'predict.uncertainty', 0)
  const { segments, searched } = files
  return {
    profile: readField(state, 'predict.profile', facts.profiles[0]!),
    area,
    params: {
      datetime: datetime.toISOString().replace('.000Z', 'Z'),
      ...readNumbers(state, personNumbers),
      ...(transport !== 'unknown' && { transport }),
      ...(area.type === 'circle' && uncertainty > 0 && { origin_uncertainty_m: uncertainty }),
      ...buildWeather(state),
    },
    ...(segments && {
      segments: segments.grounds.map(({ name, geometry }) => ({ name, geometry })),
    }),
    ...(searched && {
      searched: searched.grounds.map(({ geometry, probabilityOfDetection }) => ({
        geometry,
        probability_of_detection: probabilityOfDetection ?? readDetection(state),
      })),
    }),
    format: 'geojson',
  }
}

/** Reads the probability of detection for searches whose file states none. */
export function readDetection(state: Pick<PageState, 'fields'>): number {
  const given = Number(state.fields['predict.pod'] ?? defaultDetection)
  return given >= 0 && given <= 1 ? given : Number(defaultDetection)
}

function buildArea(state: PageState, files: PredictFiles) {
  const type = readAreaType(state)
  const [lastSeen] = state.points
  if (type === 'circle') {
    if (!lastSeen) return undefined
    const radius_m = Math.round(1000 * readNumberField(state, 'predict.radius', 2))
    return { type, center: { lat: lastSeen.lat, lng: lastSeen.lon }, radius_m }
  }
  if (type === 'polygon') {
    const ring = makeRing(state.points)
    return ring.length < 4
      ? undefined
      : { type, geometry: { type: 'Polygon', coordinates: [ring] } }
  }
  const coordinates = pickPathPoints(state, files).map(({ lat, lon }) => [lon, lat])
  const buffer_m = readNumberField(state, 'predict.buffer', 50)
  return coordinates.length < 2
    ? undefined
    : { type, geometry: { type: 'LineString', coordinates }, buffer_m }
}

function readNumbers(
  state: PageState,
  named: readonly { param: string; field: string }[],
): Record<string, number> {
  const given = named.filter(({ field }) => (state.fields[field] ?? '').trim() !== '')
  return Object.fromEntries(given.map(({ param, field }) => [param, Number(state.fields[field])]))
}

/** Builds the weather parameters: neutral, from the fields, or empty so that the service looks them up. */
function buildWeather(state: PageState): Record<string, unknown> {
  const source = readField(state, 'predict.weather', 'neutral')
  if (source === 'lookup') return {}
  if (source === 'given') return { weather: readNumbers(state, weatherNumbers) }
  return { disableWeather: true }
}
