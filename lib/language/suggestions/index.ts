/** Suggests questions to ask instead of a refused one. */

import type { LatLon } from '#ground/geo'
import { findCategoriesByName } from '#places/categories'
import { fill } from '../fill.ts'
import {
  type Intent,
  type PlaceSlot,
  type ReaderLanguage,
  type RefusalReason,
  readQuery,
} from '../reader/index.ts'
import { listSimilarRequests, type RequestName, requests } from './requests.ts'
import { selectSuggestions } from './table.ts'

export interface Refused {
  language: ReaderLanguage
  refusal: RefusalReason
  /** The backend that fits the question best. */
  intent?: Intent
  /** Places named in the question. */
  places: readonly PlaceSlot[]
  /**
   * Place names of the region, for questions that name too few. Without them, suggestions use names that most towns
   * have, such as `Town Hall`.
   */
  examples?: readonly string[] | undefined
  /** A position in the region, for questions that need one. Without it no such question is suggested. */
  examplePosition?: LatLon | undefined
}

export interface Ambiguity {
  message: string
  suggestions: string[]
}

const limits = { min: 2, max: 4 } as const

/** Longer names are probably misread questions. */
const maxNameCharacters = 100

/** Requests that make sense anywhere. */
const general = ['where', 'reach', 'restaurants'] as const

/**
 * Explains what is missing or cannot be answered, and suggests 2 to 4 similar questions that have an answer. Each
 * suggestion is read again and kept only if the reading has the same language, the intended intent and the places as
 * typed.
 *
 * @example
 * const places = [{ role: 'name', kind: 'named', text: 'Caldea', otherTexts: [] }]
 * explainRefusal({ language: 'en', refusal: 'opening_hours', places })
 * // { message: 'Opening hours are not known here. …', suggestions: ['Where is Caldea?', …] }
 */
export function explainRefusal(refused: Refused): Ambiguity {
  const { language, refusal, intent, places } = refused
  const { messages, incomplete } = selectSuggestions(language)
  const message = refusal === 'incomplete' && intent ? incomplete[intent] : messages[refusal]
  const named = listPlaceNames(places)
  const names = listSimilarRequests(refusal, { intent, placeCount: named.length })
  const suggestions = suggest(names, named, refused)
  // If no sentence works with the names of the question, uses examples instead.
  for (const examples of [refused.examples, undefined]) {
    if (suggestions.length >= limits.min) break
    for (const other of suggest([...names, ...general], [], { ...refused, examples }))
      if (!suggestions.includes(other)) suggestions.push(other)
  }
  return { message, suggestions: suggestions.slice(0, limits.max) }
}

/** Returns the texts of named places, origins first, without kinds of places (`pharmacy`). */
function listPlaceNames(places: readonly PlaceSlot[]): string[] {
  const isStart = ({ role }: PlaceSlot) => role === 'origin' || role === 'source'
  const inOrder = [...places.filter(isStart), ...places.filter((place) => !isStart(place))]
  const texts = inOrder.flatMap((place) => (place.kind === 'here' ? [] : [place.text]))
  return [...new Set(texts)].filter(
    (text) =>
      text.trim() !== '' &&
      text.length <= maxNameCharacters &&
      findCategoriesByName(text).length === 0,
  )
}

function suggest(
  names: readonly RequestName[],
  named: readonly string[],
  { language, places, examples, examplePosition }: Refused,
): string[] {
  const table = selectSuggestions(language)
  const pool = (examples?.length ? examples : table.examples).filter(
    (name) => !named.includes(name),
  )
  const own = places.find(({ kind }) => kind === 'position')
  const position = own?.kind === 'position' ? own.text : formatPosition(examplePosition)
  const found: string[] = []
  for (const name of names) {
    if (found.length === limits.max) break
    const used = choosePlaces(requests[name].places, named, pool)
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

const formatPosition = (position: LatLon | undefined) =>
  position && `${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}`

/**
 * Returns the named places, supplemented by examples if there are too few. A single named place becomes the
 * destination.
 */
function choosePlaces(
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
