import * as z from 'zod'
import type { PlaceType } from '#places/gazetteer'
import type { SearchScope } from '../query.ts'
import { CountryCodes, Languages, PlaceTypes } from './codes.ts'
import { aliasIssues, type Issue, numberParameter, wholeParameter } from './query-values.ts'

/** Maximum size of a response. */
export const maxResults = 40

/** Radius of a search circle, kilometres. */
export const radiusKilometers = { min: 0.001, max: 50 } as const

/** Distance from the focus at which nearness counts half, kilometres. */
const focusScaleKilometers = { min: 0.1, max: 1000 } as const

export const Latitude = numberParameter(-90, 90)
export const Longitude = numberParameter(-180, 180)

export function sizeParameter(fallback: number) {
  return wholeParameter(1, maxResults)
    .default(fallback)
    .meta({ description: 'Maximum number of results.', override: { default: fallback } })
}

/** `place_types` with its alias, and `lang`. */
export const typeShape = {
  place_types: PlaceTypes,
  layers: PlaceTypes.meta({ ...PlaceTypes.meta(), description: 'Another name of `place_types`.' }),
  lang: Languages,
}

/** Filters and preferences of a search. */
export const scopeShape = {
  'focus.point.lat': Latitude.optional().meta({
    description:
      'With `focus.point.lon`: of places that fit the text alike the nearer come first. It only orders: a ' +
      'famous place far away is not left out, and `confidence` stays the same.',
  }),
  'focus.point.lon': Longitude.optional().meta({ description: 'With `focus.point.lat`.' }),
  'focus.scale': numberParameter(focusScaleKilometers.min, focusScaleKilometers.max)
    .optional()
    .meta({
      description:
        'With `focus.point`: the distance from it at which nearness counts half, kilometres. By default from ' +
        '1 where places lie densely to 50 where they are few. Smaller values favour the nearest, ' +
        'larger ones the most important.',
    }),
  'boundary.country': CountryCodes,
  'boundary.rect.min_lat': Latitude.optional().meta({
    description: 'South side of a box; only places within it. All four sides together.',
  }),
  'boundary.rect.min_lon': Longitude.optional().meta({ description: 'West side of the box.' }),
  'boundary.rect.max_lat': Latitude.optional().meta({ description: 'North side of the box.' }),
  'boundary.rect.max_lon': Longitude.optional().meta({
    description: 'East side of the box, not less than the west side.',
  }),
  'boundary.circle.lat': Latitude.optional().meta({
    description: 'Centre of a circle, with `boundary.circle.lon`; only places within it.',
  }),
  'boundary.circle.lon': Longitude.optional().meta({ description: 'With `boundary.circle.lat`.' }),
  'boundary.circle.radius': numberParameter(radiusKilometers.min, radiusKilometers.max)
    .optional()
    .meta({ description: 'Of the circle, kilometres; 1 by default.' }),
  ...typeShape,
}

const Scope = z.object(scopeShape)
export type ScopeParameters = z.output<typeof Scope>

const focusPoint = ['focus.point.lat', 'focus.point.lon']

/** Issues of parameters that are only allowed together. */
function togetherIssues(given: object, names: readonly string[]): Issue[] {
  const values = given as Record<string, unknown>
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === names.length) return []
  const others = (name: string) => names.filter((other) => other !== name).join(', ')
  return missing.map((name) => ({ path: [name], message: `is required with ${others(name)}` }))
}

/** Issues between the parameters of a scope. */
export function scopeIssues(scope: ScopeParameters): Issue[] {
  const issues = [
    ...aliasIssues(scope, 'place_types', 'layers'),
    ...(scope['focus.scale'] === undefined
      ? togetherIssues(scope, focusPoint)
      : togetherIssues(scope, [...focusPoint, 'focus.scale'])),
    ...togetherIssues(
      scope,
      ['min_lat', 'min_lon', 'max_lat', 'max_lon'].map((side) => `boundary.rect.${side}`),
    ),
  ]
  const circle = ['boundary.circle.lat', 'boundary.circle.lon']
  issues.push(
    ...(scope['boundary.circle.radius'] === undefined
      ? togetherIssues(scope, circle)
      : togetherIssues(scope, [...circle, 'boundary.circle.radius'])),
  )
  for (const axis of ['lat', 'lon'] as const) {
    const [min, max] = [scope[`boundary.rect.min_${axis}`], scope[`boundary.rect.max_${axis}`]]
    if (min === undefined || max === undefined || min <= max) continue
    issues.push({
      path: [`boundary.rect.min_${axis}`],
      message: `must be at most boundary.rect.max_${axis}`,
    })
  }
  return issues
}

/** The types under either name. */
export function typesOf({
  place_types,
  layers,
}: {
  place_types?: PlaceType[] | undefined
  layers?: PlaceType[] | undefined
}): PlaceType[] | undefined {
  return place_types ?? layers
}

/** The search scope of a request's parameters. */
export function scopeOf(request: ScopeParameters & { size: number }): SearchScope {
  const types = typesOf(request)
  const countries = request['boundary.country']
  const focus = pointOf(request['focus.point.lat'], request['focus.point.lon'])
  const focusScale = request['focus.scale']
  const circle = pointOf(request['boundary.circle.lat'], request['boundary.circle.lon'])
  const [min_lat, min_lon, max_lat, max_lon] = [
    request['boundary.rect.min_lat'],
    request['boundary.rect.min_lon'],
    request['boundary.rect.max_lat'],
    request['boundary.rect.max_lon'],
  ]
  return {
    size: request.size,
    ...(types && { types }),
    ...(countries && { countries }),
    ...(focus && { focus }),
    ...(focusScale !== undefined && { focusScaleMeters: focusScale * 1000 }),
    ...(circle && {
      circle: { ...circle, radiusMeters: (request['boundary.circle.radius'] ?? 1) * 1000 },
    }),
    ...(min_lat !== undefined && {
      rectangle: { min_lat, min_lon: min_lon!, max_lat: max_lat!, max_lon: max_lon! },
    }),
  }
}

function pointOf(lat: number | undefined, lon: number | undefined) {
  return lat === undefined || lon === undefined ? undefined : { lat, lon }
}
