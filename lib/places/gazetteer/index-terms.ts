import type { LatLon } from '#ground/geo'
import { fold, listNameKeysFromWords, splitWords, type Word } from '#places/text'
import { type CellZoom, cellZooms, formatCellTerm, toCellColumn, toCellRow } from './cells.ts'
import { namespaces } from './gazetteer.ts'
import { type IndexedPlace, listNames, type SourcePlace } from './place.ts'

/** Languages whose names of areas always become context words, besides the local names. */
const fixedLanguages: ReadonlySet<string> = new Set(
  ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl'], //
)

/** Minimum share of the settlements with a name in a language for it to be a language of the region. */
const minSettlementShare = 0.25
/** Minimum number of such settlements. Where there are few, the capital, named in all languages, would decide. */
const minSettlements = 8

/** Returns the languages of context words for a region with these areas. For Helsinki, Swedish is one of them. */
export function findContextLanguages(areas: Iterable<SourcePlace>): ReadonlySet<string> {
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

/** Maximum number of cells of a place at each zoom; a larger place is indexed in its first cells only. */
const maxCells = 96

/**
 * Maximum length of a term's text, UTF-16 units. Longer words are never typed, and a dictionary block must
 * hold many terms.
 */
const maxTermLength = 96

/**
 * Builds the terms of a place in all `namespaces`: its own terms, without duplicates, and lists that it shares
 * with its neighbours. A shared list may repeat some of its own terms.
 *
 * @param parents Areas around the place. Their words become context words, except the country's: nearly every
 * place of a pack would have them, so a search checks the country of the place instead.
 * @param languages Languages of the context words, the same for all places of a pack: see
 * {@link findContextLanguages}.
 */
export function buildTermLists(
  place: SourcePlace,
  parents: readonly SourcePlace[],
  languages = fixedLanguages,
): Required<Omit<IndexedPlace, 'place'>> {
  const sharedTerms: (readonly string[])[] = []
  for (const parent of parents)
    if (parent.type !== 'country') sharedTerms.push(buildContextTerms(parent, languages))
  if (place.street) sharedTerms.push(contextTermMemo.get(place.street))
  for (const postcode of listPostcodes(place)) sharedTerms.push(postcodeTermMemo.get(postcode))
  return { terms: [...buildOwnTerms(place)], sharedTerms }
}

/** Builds all terms of a place as one list without duplicates: see {@link buildTermLists}. */
export function buildTerms(
  place: SourcePlace,
  parents: readonly SourcePlace[],
  languages = fixedLanguages,
): string[] {
  const { terms, sharedTerms } = buildTermLists(place, parents, languages)
  return [...new Set([...terms, ...sharedTerms.flat()])]
}

function buildOwnTerms(place: SourcePlace): Set<string> {
  const terms = new Set<string>()
  for (const name of listDistinctNames(place))
    for (const term of nameTermMemo.get(name)) terms.add(term)
  for (const house of place.houses ?? []) {
    if (house.name) for (const term of contextTermMemo.get(house.name)) terms.add(term)
  }
  addCells(terms, place)
  terms.add(`${namespaces.type}:${place.type}`)
  for (const category of place.categories) terms.add(`${namespaces.category}:${category}`)
  if (place.countryCode) terms.add(`${namespaces.country}:${place.countryCode}`)
  return terms
}

/** Returns every name once, the local name first. */
function listDistinctNames(place: SourcePlace): Set<string> {
  const all = new Set(listNames(place))
  all.delete('')
  return all
}

function addTerm(terms: Set<string>, namespace: string, text: string): void {
  if (text && text.length <= maxTermLength) terms.add(`${namespace}:${text}`)
}

/** Number of texts whose terms are cached; intersections and venues repeat a street's name. */
const maxKnownTexts = 1 << 16

/** Caches the terms of texts that repeat. */
class TermMemo {
  readonly #known = new Map<string, readonly string[]>()
  readonly #build: (text: string) => Set<string>

  constructor(build: (text: string) => Set<string>) {
    this.#build = build
  }

  get(text: string): readonly string[] {
    const known = this.#known.get(text)
    if (known) return known
    if (this.#known.size === maxKnownTexts) this.#known.clear()
    const terms = [...this.#build(text)]
    this.#known.set(text, terms)
    return terms
  }
}

const nameTermMemo = new TermMemo((name) => {
  const terms = new Set<string>()
  const words = splitWords(name)
  addWords(terms, namespaces.word, words)
  for (const key of listNameKeysFromWords(name, words)) addTerm(terms, namespaces.name, key)
  return terms
})

const contextTermMemo = new TermMemo((text) => {
  const terms = new Set<string>()
  addWords(terms, namespaces.context, splitWords(text))
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

/** Context terms by languages and area. An area is the parent of thousands of consecutive places. */
const contextTerms = new WeakMap<ReadonlySet<string>, WeakMap<SourcePlace, readonly string[]>>()

function buildContextTerms(area: SourcePlace, languages: ReadonlySet<string>): readonly string[] {
  const cached = contextTerms.get(languages) ?? new WeakMap<SourcePlace, readonly string[]>()
  contextTerms.set(languages, cached)
  const known = cached.get(area)
  if (known) return known
  const terms = new Set<string>()
  addWords(terms, namespaces.context, splitWords(area.name))
  for (const [language, name] of Object.entries(area.names)) {
    if (languages.has(language)) addWords(terms, namespaces.context, splitWords(name))
  }
  for (const alias of area.aliases) addWords(terms, namespaces.context, splitWords(alias))
  // The number of a district would match house numbers, so terms of digits only are left out.
  const list = [...terms].filter((term) => !/^c:\d+$/.test(term))
  cached.set(area, list)
  return list
}

function listPostcodes({ type, name, postcode, houses }: SourcePlace): Set<string> {
  const codes = new Set<string>()
  if (postcode) codes.add(postcode)
  if (type === 'postalcode') codes.add(name)
  for (const house of houses ?? []) if (house.postcode) codes.add(house.postcode)
  return codes
}

/**
 * Context terms of a postcode. People type it with and without blanks, and without the letters of its country:
 * `AD 500` and `500` find `AD500`; `NW16XE` and `NW1` find `NW1 6XE`.
 */
const postcodeTermMemo = new TermMemo((postcode) => {
  const terms = new Set<string>()
  addWords(terms, namespaces.context, splitWords(postcode))
  addTerm(terms, namespaces.context, fold(postcode).replaceAll(' ', ''))
  return terms
})

/** Finest zoom. A coarser cell around a finer one is found by shifting column and row by the difference in zoom. */
const finestZoom = cellZooms[2]
/** Columns at {@link finestZoom}. A cell code combines a row and a column in one number below 2^28. */
const columnsPerCode = 1 << finestZoom

function toCellCode({ lat, lon }: LatLon): number {
  return toCellRow(lat, finestZoom) * columnsPerCode + toCellColumn(lon, finestZoom)
}

/** Adds the cells of a place's position, lines and houses. */
function addCells(terms: Set<string>, place: SourcePlace): void {
  const lines = (place.lines ?? []).map((line) => ({ line, codes: line.map(toCellCode) }))
  const at = toCellCode(place)
  const houses = (place.houses ?? []).map(toCellCode)
  for (const zoom of cellZooms) {
    const shift = finestZoom - zoom
    const cells = new Set<number>()
    const add = (code: number) => {
      if (cells.size < maxCells) cells.add(coarsenCell(code, shift))
    }
    add(at)
    for (const { line, codes } of lines) addLine(add, line, codes, shift)
    for (const code of houses) add(code)
    for (const cell of cells) terms.add(lookUpCellTerm(zoom, cell))
  }
}

function coarsenCell(code: number, shift: number): number {
  return ((code >>> finestZoom) >>> shift) * columnsPerCode + ((code % columnsPerCode) >>> shift)
}

/** Adds the cells of a line, sampled at least twice per cell. */
function addLine(
  add: (code: number) => void,
  line: readonly LatLon[],
  codes: readonly number[],
  shift: number,
): void {
  for (let i = 0; i < line.length; i++) {
    const cell = coarsenCell(codes[i]!, shift)
    const last = coarsenCell(codes[i - 1] ?? codes[i]!, shift)
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
        toCellCode({
          lat: from.lat + share * (to.lat - from.lat),
          lon: from.lon + share * (to.lon - from.lon),
        }),
      )
    }
  }
}

const knownCells = cellZooms.map(() => new Map<number, string>())

/** Returns the term of a cell from a cache: consecutive places share their cells. */
function lookUpCellTerm(zoom: CellZoom, cell: number): string {
  const known = knownCells[cellZooms.indexOf(zoom)]!
  const present = known.get(cell)
  if (present) return present
  if (known.size === maxKnownTexts) known.clear()
  const term = formatCellTerm(zoom, cell % columnsPerCode, cell >>> finestZoom)
  known.set(cell, term)
  return term
}
