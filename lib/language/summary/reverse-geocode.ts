import { distanceMeters, type LatLon } from '#ground/geo'
import { fill } from '../fill.ts'
import type { Answered, Description, Results } from './answered.ts'
import { listDistinctNames, toPosition } from './geocode.ts'
import { type Speaker, toOneLine } from './speaker.ts'

/** Maximum number of further places to name. */
const maxOthers = 4

/** Types of places described by their extent rather than a distance. */
const areas: ReadonlySet<string> = new Set([
  'neighbourhood',
  'locality',
  'county',
  'region',
  'postalcode',
  'country',
])

export function describePosition({ result }: Answered, speaker: Speaker): Description {
  const { results, query } = result as Results['reverse_geocode']
  const { figures, texts } = speaker
  const asked = { lat: query.lat, lon: query.lon } satisfies LatLon
  const position = figures.position(asked)
  const [nearest, ...others] = results
  if (!nearest) {
    return {
      sentences: [fill(texts.reverse_geocode.nothing, { position })],
      values: { position },
    }
  }
  const { place_type } = nearest
  const kind = areas.has(place_type) ? 'area' : place_type === 'address' ? 'address' : 'place'
  const meters = nearest.distance_meters ?? distanceMeters(asked, toPosition(nearest))
  const values: Record<string, string> = {
    position,
    label: toOneLine(nearest.label),
    ...(kind !== 'area' && { distance: figures.distance(meters) }),
  }
  const sentences = [fill(texts.reverse_geocode[kind], values)]
  const names = listDistinctNames(results.slice(0, 1 + maxOthers)).slice(1)
  if (others.length > 0) {
    const places = speaker.joinClauses(names)
    sentences.push(fill(texts.reverse_geocode.others, { places }))
    values.others = places
  }
  return { sentences, values }
}
