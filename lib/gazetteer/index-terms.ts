import type { LatLon } from '../geo/index.ts'
import { fold, nameKeys, wordsOf } from '../text/index.ts'
import { type CellZoom, cellCount, cellTermAt, cellZooms } from './cells.ts'
import { namespaces } from './gazetteer.ts'
import type { SourcePlace } from './place.ts'

/** Languages of the names of areas by which the places in them are found, beside the local one. */
const contextLanguages: ReadonlySet<string> = new Set(
  ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl'], //
)

/** A place that reaches over more cells of a zoom than this is indexed in the first of them. */
const maxCells = 96

/** Longer terms are no words that somebody types; a dictionary block must hold many. */
const maxTermLength = 96

/**
 * The terms a place is found by, without duplicates; see `namespaces` for what they are.
 *
 * `parents` are the areas it lies in. Their words become context words, those of its country not:
 * nearly every place of a pack would have them, so a search checks them on the record instead.
 */
export function termsOf(place: SourcePlace, parents: readonly SourcePlace[]): string[] {
  const terms = new Set<string>()
  for (const name of namesOf(place)) {
    addWords(terms, namespaces.word, name)
    for (const key of nameKeys(name)) addTerm(terms, namespaces.name, key)
  }
  for (const parent of parents) {
    if (parent.type !== 'country') for (const term of contextTermsOf(parent)) terms.add(term)
  }
  if (place.street) addWords(terms, namespaces.context, place.street)
  for (const postcode of postcodesOf(place)) addPostcode(terms, postcode)
  for (const house of place.houses ?? []) {
    if (house.name) addWords(terms, namespaces.context, house.name)
  }
  for (const zoom of cellZooms) addCells(terms, place, zoom)
  terms.add(`${namespaces.type}:${place.type}`)
  for (const category of place.categories) terms.add(`${namespaces.category}:${category}`)
  if (place.countryCode) terms.add(`${namespaces.country}:${place.countryCode}`)
  return [...terms]
}

/** Every name of a place once, the one on the spot first. */
function namesOf({ name, names, aliases }: SourcePlace): Set<string> {
  const all = new Set([name, ...Object.values(names), ...aliases])
  all.delete('')
  return all
}

function addTerm(terms: Set<string>, namespace: string, text: string): void {
  if (text && text.length <= maxTermLength) terms.add(`${namespace}:${text}`)
}

/** Each word and every form of it. */
function addWords(terms: Set<string>, namespace: string, text: string): void {
  for (const word of wordsOf(text)) {
    addTerm(terms, namespace, word.text)
    for (const form of word.forms) {
      for (const part of form.words) addTerm(terms, namespace, part)
    }
  }
}

/** An area is the parent of thousands of places in a row, so its words are kept with it. */
const contextTerms = new WeakMap<SourcePlace, readonly string[]>()

function contextTermsOf(area: SourcePlace): readonly string[] {
  const known = contextTerms.get(area)
  if (known) return known
  const terms = new Set<string>()
  addWords(terms, namespaces.context, area.name)
  for (const [language, name] of Object.entries(area.names)) {
    if (contextLanguages.has(language)) addWords(terms, namespaces.context, name)
  }
  for (const alias of area.aliases) addWords(terms, namespaces.context, alias)
  // The number of a district would be taken for that of a house.
  const list = [...terms].filter((term) => !/^c:\d+$/.test(term))
  contextTerms.set(area, list)
  return list
}

function postcodesOf({ type, name, postcode, houses }: SourcePlace): Set<string> {
  const codes = new Set<string>()
  if (postcode) codes.add(postcode)
  if (type === 'postalcode') codes.add(name)
  for (const house of houses ?? []) if (house.postcode) codes.add(house.postcode)
  return codes
}

/**
 * A postcode is typed with blanks and without them, and without the letters of its country:
 * `AD500` is found by `AD 500` and `500`, `NW1 6XE` by `NW16XE` and by `NW1`.
 */
function addPostcode(terms: Set<string>, postcode: string): void {
  addWords(terms, namespaces.context, postcode)
  const joined = fold(postcode).replaceAll(' ', '')
  addTerm(terms, namespaces.context, joined)
}

/** Cells of where it is: of a street those its course runs through, of others that of its position. */
function addCells(terms: Set<string>, place: SourcePlace, zoom: CellZoom): void {
  const cells = new Set([cellTermAt(place, zoom)])
  const add = (position: LatLon) => {
    if (cells.size < maxCells) cells.add(cellTermAt(position, zoom))
  }
  for (const line of place.lines ?? []) addCourse(add, line, zoom)
  for (const house of place.houses ?? []) add(house)
  for (const cell of cells) terms.add(cell)
}

/** The cells of a line: those of each stretch that spans few, stepped through where it spans more. */
function addCourse(add: (position: LatLon) => void, line: readonly LatLon[], zoom: CellZoom): void {
  for (const [i, to] of line.entries()) {
    const from = line[i - 1] ?? to
    const box = {
      min_lat: Math.min(from.lat, to.lat),
      max_lat: Math.max(from.lat, to.lat),
      min_lon: Math.min(from.lon, to.lon),
      max_lon: Math.max(from.lon, to.lon),
    }
    const steps = Math.min(maxCells, 2 * (cellCount(box, zoom) - 1)) + 1
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      add({
        lat: from.lat + share * (to.lat - from.lat),
        lon: from.lon + share * (to.lon - from.lon),
      })
    }
  }
}
