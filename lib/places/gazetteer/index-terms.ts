import type { LatLon } from '#ground/geo'
import { fold, nameKeysOfWords, type Word, wordsOf } from '#places/text'
import { type CellZoom, cellTerm, cellZooms, columnOf, rowOf } from './cells.ts'
import { namespaces } from './gazetteer.ts'
import { allNamesOf, type IndexedPlace, type SourcePlace } from './place.ts'

/** Context words come from the local names of areas and from those in these languages, at least. */
const fixedLanguages: ReadonlySet<string> = new Set(
  ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl'], //
)

/**
 * A language in which this share of the settlements has a name is one of the region; of a few settlements, a capital
 * has names in all languages.
 */
const minSettlementShare = 0.25
const minSettlements = 8

/** The languages of context words for a region with these areas: of Helsinki also Swedish. */
export function contextLanguagesOf(areas: Iterable<SourcePlace>): ReadonlySet<string> {
  const counts = new Map<string, number>()
  let settlements = 0
  for (const { type, names } of areas) {
    if (type !== 'locality' && type !== 'neighbourhood') continue
    settlements++
    for (const language in names) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const min = Math.max(minSettlements, minSettlementShare * settlements)
  const common = [...counts].filter(([, count]) => count >= min)
  return new Set([...fixedLanguages, ...common.map(([language]) => language)])
}

/** At each zoom; a larger place is indexed in the first cells only. */
const maxCells = 96

/** Nobody types longer words, and a dictionary block must hold many terms. */
const maxTermLength = 96

/**
 * The terms of a place in all `namespaces`: its own, without duplicates, and lists of those that it shares with its
 * neighbours, of which some may be its own as well.
 *
 * @param parents The areas around it. Their words become context words, except the country's: nearly every
 * place of a pack would have them, so a search checks the country of the place instead.
 * @param languages Of the context words, the same for all places of a pack: see {@link contextLanguagesOf}.
 */
export function termListsOf(
  place: SourcePlace,
  parents: readonly SourcePlace[],
  languages = fixedLanguages,
): Required<Omit<IndexedPlace, 'place'>> {
  const sharedTerms: (readonly string[])[] = []
  for (const parent of parents)
    if (parent.type !== 'country') sharedTerms.push(contextTermsOf(parent, languages))
  if (place.street) sharedTerms.push(contextTermsOfText.of(place.street))
  for (const postcode of postcodesOf(place)) sharedTerms.push(postcodeTerms.of(postcode))
  return { terms: [...ownTerms(place)], sharedTerms }
}

/** All terms of a place, without duplicates: see {@link termListsOf}. */
export function termsOf(
  place: SourcePlace,
  parents: readonly SourcePlace[],
  languages = fixedLanguages,
): string[] {
  const { terms, sharedTerms } = termListsOf(place, parents, languages)
  return [...new Set([...terms, ...sharedTerms.flat()])]
}

function ownTerms(place: SourcePlace): Set<string> {
  const terms = new Set<string>()
  for (const name of namesOf(place)) for (const term of nameTerms.of(name)) terms.add(term)
  for (const house of place.houses ?? []) {
    if (house.name) for (const term of contextTermsOfText.of(house.name)) terms.add(term)
  }
  addCells(terms, place)
  terms.add(`${namespaces.type}:${place.type}`)
  for (const category of place.categories) terms.add(`${namespaces.category}:${category}`)
  if (place.countryCode) terms.add(`${namespaces.country}:${place.countryCode}`)
  return terms
}

/** Every name once, the local name first. */
function namesOf(place: SourcePlace): Set<string> {
  const all = new Set(allNamesOf(place))
  all.delete('')
  return all
}

function addTerm(terms: Set<string>, namespace: string, text: string): void {
  if (text && text.length <= maxTermLength) terms.add(`${namespace}:${text}`)
}

/** Texts whose terms are kept; a street's name is also in its intersections and on its venues. */
const maxKnownTexts = 1 << 16

/** The terms of texts, kept for those that come again. */
class TermMemo {
  readonly #known = new Map<string, readonly string[]>()
  readonly #termsOf: (text: string) => Set<string>

  constructor(termsOf: (text: string) => Set<string>) {
    this.#termsOf = termsOf
  }

  of(text: string): readonly string[] {
    const known = this.#known.get(text)
    if (known) return known
    if (this.#known.size === maxKnownTexts) this.#known.clear()
    const terms = [...this.#termsOf(text)]
    this.#known.set(text, terms)
    return terms
  }
}

const nameTerms = new TermMemo((name) => {
  const terms = new Set<string>()
  const words = wordsOf(name)
  addWords(terms, namespaces.word, words)
  for (const key of nameKeysOfWords(name, words)) addTerm(terms, namespaces.name, key)
  return terms
})

const contextTermsOfText = new TermMemo((text) => {
  const terms = new Set<string>()
  addWords(terms, namespaces.context, wordsOf(text))
  return terms
})

function addWords(terms: Set<string>, namespace: string, words: readonly Word[]): void {
  for (const word of words) {
    addTerm(terms, namespace, word.text)
    for (const form of word.forms) {
      for (const part of form.words) addTerm(terms, namespace, part)
    }
  }
}

/** Cached by languages and area: an area is the parent of thousands of places in a row. */
const contextTerms = new WeakMap<ReadonlySet<string>, WeakMap<SourcePlace, readonly string[]>>()

function contextTermsOf(area: SourcePlace, languages: ReadonlySet<string>): readonly string[] {
  const cached = contextTerms.get(languages) ?? new WeakMap<SourcePlace, readonly string[]>()
  contextTerms.set(languages, cached)
  const known = cached.get(area)
  if (known) return known
  const terms = new Set<string>()
  addWords(terms, namespaces.context, wordsOf(area.name))
  for (const [language, name] of Object.entries(area.names)) {
    if (languages.has(language)) addWords(terms, namespaces.context, wordsOf(name))
  }
  for (const alias of area.aliases) addWords(terms, namespaces.context, wordsOf(alias))
  // The number of a district would match house numbers.
  const list = [...terms].filter((term) => !/^c:\d+$/.test(term))
  cached.set(area, list)
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
 * A postcode is typed with and without blanks, and without the letters of its country:
 * `AD500` is found by `AD 500` and `500`, `NW1 6XE` by `NW16XE` and by `NW1`.
 */
const postcodeTerms = new TermMemo((postcode) => {
  const terms = new Set<string>()
  addWords(terms, namespaces.context, wordsOf(postcode))
  addTerm(terms, namespaces.context, fold(postcode).replaceAll(' ', ''))
  return terms
})

/** The finest zoom; a cell of another is the one around it, by whole shifts of its column and row. */
const finestZoom = cellZooms[2]
/** A column and a row of {@link finestZoom} in one number, below 2^28. */
const columnsPerCode = 1 << finestZoom

function codeAt({ lat, lon }: LatLon): number {
  return rowOf(lat, finestZoom) * columnsPerCode + columnOf(lon, finestZoom)
}

/** The cells of its position, its lines and its houses. */
function addCells(terms: Set<string>, place: SourcePlace): void {
  const lines = (place.lines ?? []).map((line) => ({ line, codes: line.map(codeAt) }))
  const at = codeAt(place)
  const houses = (place.houses ?? []).map(codeAt)
  for (const zoom of cellZooms) {
    const shift = finestZoom - zoom
    const cells = new Set<number>()
    const add = (code: number) => {
      if (cells.size < maxCells) cells.add(cellAround(code, shift))
    }
    add(at)
    for (const { line, codes } of lines) addLine(add, line, codes, shift)
    for (const code of houses) add(code)
    for (const cell of cells) terms.add(termOfCell(zoom, cell))
  }
}

function cellAround(code: number, shift: number): number {
  return ((code >>> finestZoom) >>> shift) * columnsPerCode + ((code % columnsPerCode) >>> shift)
}

/** Samples the line at least twice per cell. */
function addLine(
  add: (code: number) => void,
  line: readonly LatLon[],
  codes: readonly number[],
  shift: number,
): void {
  for (let i = 0; i < line.length; i++) {
    const cell = cellAround(codes[i]!, shift)
    const last = cellAround(codes[i - 1] ?? codes[i]!, shift)
    if (cell === last) {
      add(codes[i]!)
      continue
    }
    const [from, to] = [line[i - 1]!, line[i]!]
    const columns = Math.abs((cell % columnsPerCode) - (last % columnsPerCode)) + 1
    const rows = Math.abs((cell >>> finestZoom) - (last >>> finestZoom)) + 1
    const steps = Math.min(maxCells, 2 * (columns * rows - 1)) + 1
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      add(
        codeAt({
          lat: from.lat + share * (to.lat - from.lat),
          lon: from.lon + share * (to.lon - from.lon),
        }),
      )
    }
  }
}

const knownCells = cellZooms.map(() => new Map<number, string>())

/** The term of a cell, kept: places in a row share theirs. */
function termOfCell(zoom: CellZoom, cell: number): string {
  const known = knownCells[cellZooms.indexOf(zoom)]!
  const present = known.get(cell)
  if (present) return present
  if (known.size === maxKnownTexts) known.clear()
  const term = cellTerm(zoom, cell % columnsPerCode, cell >>> finestZoom)
  known.set(cell, term)
  return term
}
