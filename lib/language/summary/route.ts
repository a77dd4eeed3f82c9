import type { LatLon } from '#ground/geo'
import type { TravelType } from '#routing/schemas'
import { fill } from '../fill.ts'
import type { Answered, Description, Results } from './answered.ts'
import type { Speaker } from './speaker.ts'

type Route = Results['route']['route']

/** Things that a route may use, with their flags in the response and the travel options that avoid them. */
const things = [
  { name: 'tolls', flag: 'has_toll', use: 'use_tolls', exclude: 'exclude_tolls' },
  { name: 'ferries', flag: 'has_ferry', use: 'use_ferry', exclude: 'exclude_ferries' },
  { name: 'highways', flag: 'has_highway', use: 'use_highways', exclude: 'exclude_highways' },
] as const

interface RouteParameters {
  locations: LatLon[]
  round_trip?: unknown
  travel?: TravelType
  travel_options?: Partial<Record<TravelType, Record<string, unknown>>>
  departure_time?: string
  alternates?: number
}

export function describeRoute({ parameters, result }: Answered, speaker: Speaker): Description {
  const asked = parameters as unknown as RouteParameters
  const { route, alternates = [] } = result as Results['route']
  const { figures, texts } = speaker
  const { travel = 'auto' } = asked
  const names = speaker.nameLocations(asked.locations)
  const values: Record<string, string> = {
    distance: figures.distance(route.distance_meters),
    duration: figures.duration(route.duration_seconds),
    travel: speaker.nameTravel(travel),
  }
  const [start = ''] = names
  const first = asked.round_trip
    ? fill(texts.route.loop, { ...values, place: start })
    : fill(texts.route.way, { ...values, places: speaker.joinPlaces(names) })
  Object.assign(values, nameEnds(names))
  const about = [
    describeTimes(route, asked, speaker),
    describeTerrain(route, speaker),
    describeCrossed(route, asked, speaker),
  ]
  const clauses = about.flatMap((part) => part.clauses)
  const sentences = clauses.length > 0 ? [first, speaker.makeSentence(clauses)] : [first]
  for (const part of about) Object.assign(values, part.values)
  if (asked.alternates) {
    const routes = alternates.map((alternate) => describeAlternate(alternate, route, speaker))
    for (const [i, text] of routes.entries()) values[`alternative ${i + 1}`] = text
    sentences.push(
      routes.length > 0
        ? speaker.fillCounted(texts.route.alternates, routes.length, {
            routes: speaker.joinClauses(routes),
          })
        : texts.route.noAlternates,
    )
  }
  return { sentences, values }
}

/** Returns the named values of a route's start, end and stops. */
export function nameEnds(names: readonly string[]): Record<string, string> {
  const [from = '', ...others] = names
  const to = others.pop() ?? from
  return { from, to, ...(others.length > 0 && { via: others.join('; ') }) }
}

interface Part {
  clauses: string[]
  values: Record<string, string>
}

const nothing: Part = { clauses: [], values: {} }

function describeTimes(route: Route, { departure_time }: RouteParameters, speaker: Speaker): Part {
  const arrivalTime = route.waypoints.at(-1)?.local_time
  if (!departure_time || !arrivalTime) return nothing
  const [departure = '', arrival = ''] = speaker.figures.times([departure_time, arrivalTime])
  const values = { departure, arrival }
  return { clauses: [fill(speaker.texts.route.times, values)], values }
}

/** Describes ascent, descent and difficulty, if the region has elevation data. */
export function describeTerrain({ terrain }: Route, speaker: Speaker): Part {
  if (!terrain) return nothing
  const { figures, texts } = speaker
  const { total_ascent_meters, total_descent_meters } = terrain
  const difficulty = texts.difficulty[terrain.difficulty]
  const isLevel = total_ascent_meters < 0.5 && total_descent_meters < 0.5
  if (isLevel && terrain.difficulty === 'flat')
    return { clauses: [texts.route.flat], values: { difficulty } }
  const values = {
    ascent: figures.height(total_ascent_meters),
    descent: figures.height(total_descent_meters),
    difficulty,
  }
  return { clauses: [fill(texts.route.climb, values)], values }
}

/** Describes the tolls, ferries and highways on the route, and those the request avoids successfully. */
export function describeCrossed(
  { flags }: Route,
  { travel = 'auto', travel_options }: Pick<RouteParameters, 'travel' | 'travel_options'>,
  { figures, texts }: Speaker,
): Part {
  const options = travel_options?.[travel] ?? {}
  const isUnwanted = ({ use, exclude }: (typeof things)[number]) =>
    options[exclude] === true || (typeof options[use] === 'number' && options[use] < 0.5)
  const used = things.filter(({ flag }) => flags[flag])
  const absent = things.filter((thing) => !flags[thing.flag] && isUnwanted(thing))
  const crossed = figures.list(used.map(({ name }) => texts.crossed[name]))
  const avoided = figures.list(absent.map(({ name }) => texts.avoided[name]))
  return {
    clauses: [
      ...(crossed ? [fill(texts.route.crossed, { things: crossed })] : []),
      ...(avoided ? [fill(texts.route.avoided, { things: avoided })] : []),
    ],
    values: { ...(crossed && { uses: crossed }), ...(avoided && { avoids: avoided }) },
  }
}

function describeAlternate(alternate: Route, route: Route, { figures, texts }: Speaker): string {
  const [seconds, bestSeconds] = [alternate.duration_seconds, route.duration_seconds]
  const duration = figures.durationDifference(seconds, bestSeconds)
  const { longer, shorter, sameTime } = texts.route
  const difference = duration
    ? fill(seconds > bestSeconds ? longer : shorter, { duration })
    : sameTime
  return fill(texts.route.alternate, {
    distance: figures.distance(alternate.distance_meters),
    duration: figures.duration(seconds),
    difference,
  })
}
