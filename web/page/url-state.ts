import {
  type Camera,
  initialState,
  type OptionValue,
  type PageState,
  type PageTravel,
  type Theme,
  travelTypes,
  type ViewId,
  viewIds,
  type Waypoint,
} from './state.ts'

/*
 * Reads and writes the state in the fragment of the URL, which browsers do not send to servers:
 * `#view=route&points=46.41,-28.43,Name;…`.
 */

const maxPoints = 100

/** Formats the state as a fragment, without `#`. Values equal to the initial state are left out. */
export function formatFragment(state: PageState): string {
  const parts = new URLSearchParams()
  if (state.view !== initialState.view) parts.set('view', state.view)
  if (state.points.length > 0) parts.set('points', state.points.map(formatPoint).join(';'))
  if (state.travel !== initialState.travel) parts.set('travel', state.travel)
  for (const travel of travelTypes)
    for (const [name, value] of Object.entries(state.options[travel] ?? {}))
      parts.set(`${travel}.${name}`, String(value))
  for (const [name, value] of Object.entries(state.fields)) parts.set(`_${name}`, value)
  if (state.theme !== 'auto') parts.set('theme', state.theme)
  if (state.relief !== '2d') parts.set('relief', state.relief)
  if (state.camera) parts.set('map', formatCamera(state.camera))
  // Commas, semicolons and slashes are valid in a fragment, and easier to read unescaped.
  return parts.toString().replaceAll('%2C', ',').replaceAll('%3B', ';').replaceAll('%2F', '/')
}

/** Parses a fragment. Invalid values are ignored. */
export function parseFragment(fragment: string): PageState {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''))
  const state: PageState = { ...initialState, options: {}, fields: {} }
  const view = parts.get('view') as ViewId
  if (viewIds.includes(view)) state.view = view
  const travel = parts.get('travel') as PageTravel
  if (travelTypes.includes(travel)) state.travel = travel
  const theme = parts.get('theme') as Theme
  if (theme === 'light' || theme === 'dark') state.theme = theme
  if (parts.get('relief') === '3d') state.relief = '3d'
  state.points = (parts.get('points') ?? '')
    .split(';')
    .flatMap((text) => parsePoint(text) ?? [])
    .slice(0, maxPoints)
  state.camera = parseCamera(parts.get('map') ?? '')
  for (const [name, value] of parts) {
    if (name.startsWith('_')) state.fields[name.slice(1)] = value
    const [type, option] = name.split('.') as [PageTravel, string?]
    if (option === undefined || !travelTypes.includes(type)) continue
    state.options[type] = { ...state.options[type], [option]: parseOption(value) }
  }
  return state
}

function formatPoint({ lat, lon, label }: Waypoint): string {
  const name = label?.replace(/[;,]+/g, ' ').trim()
  return `${formatDegrees(lat)},${formatDegrees(lon)}${name ? `,${name}` : ''}`
}

function parsePoint(text: string): Waypoint | undefined {
  const [lat, lon, ...names] = text.split(',')
  const point = { lat: parseNumber(lat), lon: parseNumber(lon) }
  if (!(Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180)) return undefined
  const label = names.join(' ').trim()
  return label ? { ...point, label } : point
}

function formatCamera({ lat, lon, zoom, bearing, pitch }: Camera): string {
  const turned = bearing !== 0 || pitch !== 0 ? `/${Math.round(bearing)}/${Math.round(pitch)}` : ''
  return `${zoom.toFixed(2)}/${lat.toFixed(5)}/${lon.toFixed(5)}${turned}`
}

function parseCamera(text: string): Camera | undefined {
  const [zoom, lat, lon, bearing = 0, pitch = 0] = text.split('/').map(parseNumber) as [
    ...[number, number, number],
    ...[number?, number?],
  ]
  const isValid = [zoom, lat, lon, bearing, pitch].every(Number.isFinite) && Math.abs(lat) <= 90
  return isValid ? { lat, lon, zoom, bearing, pitch } : undefined
}

function parseNumber(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text)
}

function formatDegrees(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}

function parseOption(text: string): OptionValue {
  if (text === 'true' || text === 'false') return text === 'true'
  const value = parseNumber(text)
  return Number.isFinite(value) ? value : text
}
