import { type CompareResponse, difficulties, type TravelType } from '#routing/schemas'
import type { Route } from '../route/index.ts'

export type ComparedRoutes = Readonly<Partial<Record<TravelType, Route>>>
export type ModeComparison = CompareResponse['comparison']
export type Unavailable = ModeComparison['unavailable'][number]

interface ComparedRoute {
  travel: TravelType
  route: Route
}

/**
 * Determines the fastest, the shortest and the easiest travel mode, and writes a sentence with the figures of all
 * routes. Ties go to the first route. The easiest route has the lowest difficulty, then the least ascent per
 * kilometre, then the least ascent; `null` when no route has terrain.
 *
 * Throws `Error` when there are no routes.
 */
export function compareRoutes(
  routes: ComparedRoutes,
  unavailable: readonly Unavailable[],
): ModeComparison {
  const candidates = Object.entries(routes).map(([travel, route]) => ({ travel, route })) as [
    ComparedRoute,
    ...ComparedRoute[],
  ]
  if (candidates.length === 0) throw new Error('there is no route to compare')
  const withTerrain = candidates.filter(({ route }) => route.terrain)
  const leads = {
    fastest: findLowest(candidates, ({ route }) => [
      route.duration_seconds,
      route.distance_meters,
    ])!,
    shortest: findLowest(candidates, ({ route }) => [
      route.distance_meters,
      route.duration_seconds,
    ])!,
    easiest: findLowest(withTerrain, measureEffort) ?? null,
  }
  return {
    ...leads,
    summary: summarise(candidates, leads, unavailable),
    unavailable: [...unavailable],
  }
}

function measureEffort({ route: { terrain, distance_meters } }: ComparedRoute): number[] {
  const { difficulty, total_ascent_meters: ascent } = terrain!
  // A route of length 0 has no ascent.
  const ascentPerKilometer = distance_meters > 0 ? ascent / (distance_meters / 1000) : 0
  return [difficulties.indexOf(difficulty), ascentPerKilometer, ascent]
}

/** Returns the first candidate with the lowest measures, compared in order. */
function findLowest(
  candidates: readonly ComparedRoute[],
  measures: (candidate: ComparedRoute) => readonly number[],
): TravelType | undefined {
  const isLess = (a: readonly number[], b: readonly number[]) => {
    const i = a.findIndex((value, at) => value !== b[at])
    return i >= 0 && a[i]! < b[i]!
  }
  let best: { travel: TravelType; measured: readonly number[] } | undefined
  for (const candidate of candidates) {
    const measured = measures(candidate)
    if (!best || isLess(measured, best.measured)) best = { travel: candidate.travel, measured }
  }
  return best?.travel
}

type Leads = Pick<ModeComparison, 'fastest' | 'shortest' | 'easiest'>

const wordsOf: Record<TravelType, string> = {
  auto: 'by car',
  bicycle: 'by bicycle',
  pedestrian: 'on foot',
  bus: 'by bus',
  truck: 'by truck',
}

function summarise(
  candidates: readonly ComparedRoute[],
  leads: Leads,
  unavailable: readonly Unavailable[],
): string {
  const parts = candidates.map(({ travel, route }) => {
    const led = (['fastest', 'shortest', 'easiest'] as const).filter(
      (name) => candidates.length > 1 && leads[name] === travel,
    )
    const figures = `${formatKilometers(route.distance_meters)} in ${formatDuration(route.duration_seconds)}`
    const { terrain } = route
    const climb = terrain
      ? ` with ${Math.round(terrain.total_ascent_meters).toLocaleString('en-US')} m of ascent ` +
        `(${terrain.difficulty})`
      : ''
    return `going ${wordsOf[travel]} is ${formatLead(led)}${figures}${climb}`
  })
  const refused = unavailable.map(({ travel, error }) =>
    // The only limit of the engine that applies here is the straight-line length.
    error === 'bad_request'
      ? `it is too far to go ${wordsOf[travel]}`
      : `there is no way to go ${wordsOf[travel]}`,
  )
  const sentence = [...parts, ...refused].join('; ')
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
}

function formatLead(led: readonly string[]): string {
  if (led.length === 0) return ''
  const last = led.at(-1)!
  return led.length === 1 ? `${last}: ` : `${led.slice(0, -1).join(', ')} and ${last}: `
}

function formatKilometers(meters: number): string {
  if (Math.round(meters) < 1000) return `${Math.round(meters)} m`
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${(meters / 1000).toLocaleString('en-US', digits)} km`
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
