import { distanceMeters, type LatLon } from '#ground/geo'
import { fill } from '../fill.ts'
import type { Answered, Description, Results } from './answered.ts'
import { plain, type Speaker } from './speaker.ts'

/** Further results that are named. */
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
    const text = plain(String(parameters.text ?? ''))
    return { sentences: [fill(texts.geocode.nothing, { text })], values: { nothing_found: text } }
  }
  const near = places.find(({ role }) => role === 'near' || role === 'centre')
  const distanceOf = (place: Found, from: LatLon) =>
    figures.distance(place.distance_meters ?? distanceMeters(from, positionOf(place)))
  const values: Record<string, string> = {
    label: plain(best.label),
    position: figures.position(positionOf(best)),
    confidence: figures.percent(best.confidence),
    ...(near && { near: speaker.nameOf(near), distance: distanceOf(best, near.position) }),
  }
  const sentences = [fill(near ? texts.geocode.bestNear : texts.geocode.best, values)]
  if (best.match_type === 'fallback') sentences.push(texts.geocode.partial)
  if (best.match_type === 'fuzzy') sentences.push(texts.geocode.fuzzy)
  const names = distinctNames([best, ...others.slice(0, maxOthers)]).slice(1)
  const further = names.map((place, i) =>
    near
      ? fill(texts.geocode.other, { place, distance: distanceOf(others[i]!, near.position) })
      : place,
  )
  if (further.length > 0) {
    const places = speaker.clauses(further)
    sentences.push(fill(texts.geocode.others, { places }))
    values.others = places
  }
  return { sentences, values }
}

export const positionOf = ({ coordinates: { lat, lng } }: Found): LatLon => ({ lat, lon: lng })

/** Names; labels for places of one name. */
export function distinctNames(places: readonly Found[]): string[] {
  const names = places.map(({ name }) => plain(name))
  const keys = names.map((name) => name.toLowerCase())
  return places.map(({ label }, i) =>
    keys.indexOf(keys[i]!) === keys.lastIndexOf(keys[i]!) ? names[i]! : plain(label),
  )
}
