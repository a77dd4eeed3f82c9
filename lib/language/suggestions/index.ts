/** What to ask instead of a question that is refused. */

import type { LatLon } from '#ground/geo'
import { categoriesNamed } from '#places/categories'
import { fill } from '../fill.ts'
import {
  type Intent,
  type PlaceSlot,
  type ReaderLanguage,
  type RefusalReason,
  readQuery,
} from '../reader/index.ts'
import { type RequestName, requests, requestsNear } from './requests.ts'
import { suggestionsOf } from './table.ts'

export interface Refused {
  language: ReaderLanguage
  refusal: RefusalReason
  /** The backend that the question came closest to. */
  intent?: Intent
  /** Places that the question names. */
  places: readonly PlaceSlot[]
  /**
   * Names of places of the region, for questions that name too few; without them words such as `Town Hall`,
   * which most towns have.
   */
  examples?: readonly string[] | undefined
  /** A position in the region, for questions that need one; without it no such question is suggested. */
  examplePosition?: LatLon | undefined
}

export interface Ambiguity {
  message: string
  suggestions: string[]
}

const limits = { min: 2, max: 4 } as const

/** Longer names are no names but questions that were misread. */
const maxNameCharacters = 100

/** Requests that make sense anywhere. */
const general = ['where', 'reach', 'restaurants'] as const

/**
 * Says what is missing or cannot be answered, and 2 to 4 questions near to it that can: each is read again and kept
 * only if it is read in the same language, with the intent that it is meant to have and with its places as typed.
 *
 * @example
 * ambiguityOf({ language: 'en', refusal: 'opening_hours', places: [{ role: 'name', kind: 'named', text: 'Caldea', otherTexts: [] }] })
 * // { message: 'Opening hours are not known here. …', suggestions: ['Where is Caldea?', …] }
 */
export function ambiguityOf(refused: Refused): Ambiguity {
  const { language, refusal, intent, places } = refused
  const { messages, incomplete } = suggestionsOf(language)
  const message = refusal === 'incomplete' && intent ? incomplete[intent] : messages[refusal]
  const named = namesOf(places)
  const names = requestsNear(refusal, { intent, placeCount: named.length })
  const suggestions = suggest(names, named, refused)
  // Of a name that no sentence can be made with, examples are left.
  for (const examples of [refused.examples, undefined]) {
    if (suggestions.length >= limits.min) break
    for (const other of suggest([...names, ...general], [], { ...refused, examples }))
      if (!suggestions.includes(other)) suggestions.push(other)
  }
  return { message, suggestions: suggestions.slice(0, limits.max) }
}

/** Texts of places that are named, origins first; a kind of place (`pharmacy`) is none. */
function namesOf(places: readonly PlaceSlot[]): string[] {
  const isStart = ({ role }: PlaceSlot) => role === 'origin' || role === 'source'
  const inOrder = [...places.filter(isStart), ...places.filter((place) => !isStart(place))]
  const texts = inOrder.flatMap((place) => (place.kind === 'here' ? [] : [place.text]))
  return [...new Set(texts)].filter(
    (text) =>
      text.trim() !== '' && text.length <= maxNameCharacters && categoriesNamed(text).length === 0,
  )
}

function suggest(
  names: readonly RequestName[],
  named: readonly string[],
  { language, places, examples, examplePosition }: Refused,
): string[] {
  const table = suggestionsOf(language)
  const pool = (examples?.length ? examples : table.examples).filter(
    (name) => !named.includes(name),
  )
  const own = places.find(({ kind }) => kind === 'position')
  const position = own?.kind === 'position' ? own.text : textOf(examplePosition)
  const found: string[] = []
  for (const name of names) {
    if (found.length === limits.max) break
    const used = placesFor(requests[name].places, named, pool)
    if (!used || (name === 'address' && !position)) continue
    const [a = '', b = ''] = used
    const list = new Intl.ListFormat(language).format(name === 'order' ? used.slice(1) : used)
    const values = { a, b, list, position: position ?? '' }
    const text = table.requests[name]
      .map((text) => fill(text, values))
      .find((text) => isReadAs(text, { language, name, used }))
    if (text && !found.includes(text)) found.push(text)
  }
  return found
}

const textOf = (position: LatLon | undefined) =>
  position && `${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}`

/** The named places, and examples where they are too few; a single named place is the destination. */
function placesFor(
  count: number,
  named: readonly string[],
  examples: readonly string[],
): string[] | undefined {
  if (count === 0) return []
  if (named.length >= count) return count < 3 ? named.slice(0, count) : named.slice(0, 8)
  const filling = examples.slice(0, count - named.length)
  if (filling.length + named.length < count) return undefined
  return count === 2 ? [...filling, ...named] : [...named, ...filling]
}

function isReadAs(
  text: string,
  {
    language,
    name,
    used,
  }: { language: ReaderLanguage; name: RequestName; used: readonly string[] },
): boolean {
  const reading = readQuery(text, { hasLocation: false })
  if (reading.refusal || reading.language !== language) return false
  if (reading.intent !== requests[name].intent) return false
  const texts = reading.slots.places.map((place) => (place.kind === 'here' ? '' : place.text))
  return used.every((name) => texts.includes(name))
}
