import { distanceMeters, type LatLon } from '#ground/geo'
import { fill } from '../fill.ts'
import type { Answered, Description, Results } from './answered.ts'
import { type Speaker, toOneLine } from './speaker.ts'

/** Maximum number of further results to name. */
const maxOthers = 4

type Found = Results['geocode']['results'][number]

export function describeSearch(
  { parameters, result, places }: Answered,
  speaker: Speaker,
): Description {
  const { results } = result as Results['geocode']
  const { figures, texts } = speaker
  const [best, ...others] = results
  if (!best) {
    const text = toOneLine(String(parameters.text ?? ''))
    return { sentences: [fill(texts.geocode.nothing, { text })], values: { nothing_found: text } }
  }
  const near = places.find(({ role }) => role === 'near' || role === 'centre')
  const distanceOf = (place: Found, from: LatLon) =>
    figures.distance(place.distance_meters ?? distanceMeters(from, toPosition(place)))
  const values: Record<string, string> = {
    label: toOneLine(best.label),
    position: figures.position(toPosition(best)),
    confidence: figures.percent(best.confidence),
    ...(near && { near: speaker.namePlace(near), distance: distanceOf(best, near.position) }),
  }
  const sentences = [fill(near ? texts.geocode.bestNear : texts.geocode.best, values)]
  if (best.match_type === 'fallback') sentences.push(texts.geocode.partial)
  if (best.match_type === 'fuzzy') sentences.push(texts.geocode.fuzzy)
  const names = listDistinctNames([best, ...others.slice(0, maxOthers)]).slice(1)
  const further = names.map((place, i) =>
    near
      ? fill(texts.geocode.other, { place, distance: distanceOf(others[i]!, near.position) })
      : place,
  )
  if (further.length > 0) {
    const places = speaker.joinClauses(further)
    sentences.push(fill(texts.geocode.others, { places }))
    values.others = places
  }
  return { sentences, values }
}

export const toPosition = ({ coordinates: { lat, lng } }: Found): LatLon => ({ lat, lon: lng })

/** Returns the names of places, or their labels where names are equal. */
export function listDistinctNames(places: readonly Found[]): string[] {
  const names = places.map(({ name }) => toOneLine(name))
  const keys = names.map((name) => name.toLowerCase())
  return places.map(({ label }, i) =>
    keys.indexOf(keys[i]!) === keys.lastIndexOf(keys[i]!) ? names[i]! : toOneLine(label),
  )
}
