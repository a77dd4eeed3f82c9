import type { LatLon } from '#ground/geo'
import type { TravelType } from '#routing/schemas'
import { fill } from '../fill.ts'
import type { Answered, Description, Results } from './answered.ts'
import { describeCrossed, describeTerrain } from './route.ts'
import type { Speaker } from './speaker.ts'

interface OptimizeParameters {
  locations: LatLon[]
  travel?: TravelType
  travel_options?: Partial<Record<TravelType, Record<string, unknown>>>
}

export function describeTour({ parameters, result }: Answered, speaker: Speaker): Description {
  const asked = parameters as unknown as OptimizeParameters
  const { route, optimized_order, savings } = result as Results['optimize']
  const { figures, texts } = speaker
  const names = speaker.nameLocations(asked.locations)
  const order = speaker.joinPlaces(optimized_order.map((index) => names[index] ?? ''))
  const values: Record<string, string> = {
    order,
    distance: figures.distance(route.distance_meters),
    duration: figures.duration(route.duration_seconds),
    travel: speaker.nameTravel(asked.travel ?? 'auto'),
  }
  const sentences = [fill(texts.optimize.order, { ...values, places: order })]
  const saved = describeSavings(savings, optimized_order, speaker)
  if (saved) sentences.push(speaker.makeSentence([saved.clause]))
  const about = [describeTerrain(route, speaker), describeCrossed(route, asked, speaker)]
  const clauses = about.flatMap((part) => part.clauses)
  if (clauses.length > 0) sentences.push(speaker.makeSentence(clauses))
  Object.assign(values, saved?.values, ...about.map((part) => part.values))
  return { sentences, values }
}

/** Describes the time, and perhaps the distance, saved compared with the order of the request. */
function describeSavings(
  savings: Results['optimize']['savings'],
  order: readonly number[],
  { figures, texts }: Speaker,
): { clause: string; values: Record<string, string> } | undefined {
  if (order.every((index, i) => index === i))
    return { clause: texts.optimize.asGiven, values: { order_given: texts.optimize.asGiven } }
  if (!savings || Math.round(savings.time_saved_seconds / 60) === 0) return undefined
  const duration = figures.duration(savings.time_saved_seconds)
  if (savings.distance_saved_meters < 50)
    return {
      clause: fill(texts.optimize.savedTime, { duration }),
      values: { time_saved: duration },
    }
  const distance = figures.distance(savings.distance_saved_meters)
  return {
    clause: fill(texts.optimize.saved, { distance, duration }),
    values: { distance_saved: distance, time_saved: duration },
  }
}
