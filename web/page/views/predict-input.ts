import { facts } from '../facts.ts'
import type { PredictFiles } from '../ground.ts'
import type { PageState, Waypoint } from '../state.ts'
import { fieldOf, numberField } from './fields.ts'

export const areaTypes = ['circle', 'polygon', 'path'] as const
export type PredictAreaType = (typeof areaTypes)[number]

/** Numbers that say more of the person, by their field of the page. */
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

export const usualDetection = '0.7'

export function areaTypeOf(state: Pick<PageState, 'fields'>): PredictAreaType {
  return areaTypes.find((type) => type === state.fields['predict.area']) ?? 'circle'
}

/** The points of a path: those of a file, else those of the map. */
export function pathPoints({ points }: PageState, { path }: PredictFiles): readonly Waypoint[] {
  return path?.points ?? points
}

/** The ring of a polygon's corners, closed. */
export function ringOf(corners: readonly Waypoint[]): number[][] {
  const ring = corners.map(({ lat, lon }) => [lon, lat])
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = first && last && first[0] === last[0] && first[1] === last[1]
  return isClosed || !first ? ring : [...ring, first]
}

/** The body of a prediction; undefined while something is missing. */
export function predictInput(
  state: PageState,
  files: PredictFiles,
): Record<string, unknown> | undefined {
  const when = fieldOf(state, 'predict.when', '')
  const datetime = when === '' ? undefined : new Date(when)
  const area = areaOf(state, files)
  if (!area || !datetime || Number.isNaN(datetime.getTime())) return undefined
  const transport = fieldOf(state, 'predict.transport', 'unknown')
  const uncertainty = numberField(state, 'predict.uncertainty', 0)
  const { segments, searched } = files
  return {
    profile: fieldOf(state, 'predict.profile', facts.profiles[0]!),
    area,
    params: {
      datetime: datetime.toISOString().replace('.000Z', 'Z'),
      ...numbersOf(state, personNumbers),
      ...(transport !== 'unknown' && { transport }),
      ...(area.type === 'circle' && uncertainty > 0 && { origin_uncertainty_m: uncertainty }),
      ...weatherOf(state),
    },
    ...(segments && {
      segments: segments.grounds.map(({ name, geometry }) => ({ name, geometry })),
    }),
    ...(searched && {
      searched: searched.grounds.map(({ geometry, probabilityOfDetection }) => ({
        geometry,
        probability_of_detection: probabilityOfDetection ?? detectionOf(state),
      })),
    }),
    format: 'geojson',
  }
}

/** The probability of detection of searches that have none of their own. */
export function detectionOf(state: Pick<PageState, 'fields'>): number {
  const given = Number(state.fields['predict.pod'] ?? usualDetection)
  return given >= 0 && given <= 1 ? given : Number(usualDetection)
}

function areaOf(state: PageState, files: PredictFiles) {
  const type = areaTypeOf(state)
  const [seen] = state.points
  if (type === 'circle') {
    if (!seen) return undefined
    const radius_m = Math.round(1000 * numberField(state, 'predict.radius', 2))
    return { type, center: { lat: seen.lat, lng: seen.lon }, radius_m }
  }
  if (type === 'polygon') {
    const ring = ringOf(state.points)
    return ring.length < 4
      ? undefined
      : { type, geometry: { type: 'Polygon', coordinates: [ring] } }
  }
  const coordinates = pathPoints(state, files).map(({ lat, lon }) => [lon, lat])
  const buffer_m = numberField(state, 'predict.buffer', 50)
  return coordinates.length < 2
    ? undefined
    : { type, geometry: { type: 'LineString', coordinates }, buffer_m }
}

function numbersOf(
  state: PageState,
  named: readonly { param: string; field: string }[],
): Record<string, number> {
  const given = named.filter(({ field }) => (state.fields[field] ?? '').trim() !== '')
  return Object.fromEntries(given.map(({ param, field }) => [param, Number(state.fields[field])]))
}

/** Neutral unless it is given, or is to be looked up. */
function weatherOf(state: PageState): Record<string, unknown> {
  const source = fieldOf(state, 'predict.weather', 'neutral')
  if (source === 'lookup') return {}
  if (source === 'given') return { weather: numbersOf(state, weatherNumbers) }
  return { disableWeather: true }
}
