import { namespaces, type Place, type PlaceType } from '#places/gazetteer'
import { isStopWord } from '#places/text'
import { readCorrectionsAhead } from './fallback/corrections.ts'
import { type FallbackStep, fallbackSteps } from './fallback/fallback-steps.ts'
import { type Interpretation, interpretationsOf } from './interpret/interpretations.ts'
import type { QueryTerm } from './interpret/query-term.ts'
import type { QueryText } from './interpret/tokenize.ts'
import { isContent } from './interpret/word-weight.ts'
import type { SearchScope } from './query.ts'
import { type Candidate, candidatesOf, isWholeStreet, lacksNumber } from './rank/candidates.ts'
import { withFocusScale } from './rank/focus-scale.ts'
import { matchPlace } from './rank/match-place.ts'
import { rankResults } from './rank/rank-results.ts'
import { UnmatchedWords } from './rank/unmatched.ts'
import { lookUpPrefixes, type PrefixMatches } from './retrieve/prefixes.ts'
import { type Hits, keysToLookUp, retrieve, takesNumber, usualSize } from './retrieve/retrieve.ts'
import { scopeTerms } from './retrieve/scope-terms.ts'
import type { TermCache } from './retrieve/term-cache.ts'
import { countryKey } from './retrieve/term-keys.ts'
import type { SearchResult } from './search-result.ts'

/** In place of `usualSize` where that gives too few results, as some are out of scope or duplicates: the maximum of results. */
const wideSize = 40

/** Interpretations of texts, which are searched for around several towns. */
const interpreted = new WeakMap<QueryText, readonly Interpretation[]>()

function readOnce(query: QueryText): readonly Interpretation[] {
  const interpretations = interpreted.get(query) ?? interpretationsOf(query)
  interpreted.set(query, interpretations)
  return interpretations
}

/** The steps of one search, on what they read so far. */
export class TextSearch {
  readonly #query: QueryText
  readonly #size: number
  /** Its size says how many places are looked at. */
  #scope: SearchScope
  readonly #scopeSets: string[][]
  readonly #cache: TermCache
  /** Places read so far, by docId. */
  readonly #places = new Map<number, Place>()
  readonly #unmatched: UnmatchedWords
  #interpretations: readonly Interpretation[]
  #prefixes: PrefixMatches | undefined
  #isLookedUp = false
  /** Most places that one step found, and places that match as typed. */
  #count = 0
  #countAsTyped = 0

  constructor(cache: TermCache, query: QueryText, scope: SearchScope) {
    this.#query = query
    this.#size = scope.size
    this.#scope = { ...scope, size: usualSize }
    this.#scopeSets = scopeTerms(scope)
    this.#cache = cache
    this.#unmatched = new UnmatchedWords(query)
    this.#interpretations = readOnce(query)
  }

  /** Looks at more places from now on. Returns whether there may be more, which is worth it. */
  lookWider(): boolean {
    // Places that match in part are many, and few of them are meant.
    const count = this.#size <= usualSize ? this.#countAsTyped : this.#count
    if (count < usualSize) return false
    this.#scope = { ...this.#scope, size: wideSize }
    return true
  }

  /** Places that match all words as typed. */
  async asTyped(): Promise<Candidate[]> {
    if (!this.#isLookedUp) this.#prefixes = await this.#lookUp()
    this.#isLookedUp = true
    const options = { scope: this.#scope, scopeSets: this.#scopeSets, prefixes: this.#prefixes }
    const hits = await retrieve(this.#cache, this.#interpretations, options)
    this.#countAsTyped = hits.size
    this.#count = hits.size
    const candidates = await this.#candidatesOf(hits)
    return candidates.filter((candidate) => matchesAll(candidate, this.#query))
  }

  /** Adds places that match corrected words or, while none may have the house number, some of the words. */
  async addFallback(candidates: Candidate[]): Promise<void> {
    const steps = this.#fallbackSteps({ open: this.#query.open })
    for await (const { hits, accepted } of steps) {
      this.#count = Math.max(this.#count, hits.size)
      await this.#readPlaces(hits)
      this.#noteAreas(hits)
      candidates.push(...leastDropped(accepted(await this.#candidatesOf(hits))))
      if (!candidates.every(lacksNumber)) return
    }
  }

  /** Adds places whose whole name was typed but for one letter. */
  async addCorrectedNames(candidates: Candidate[]): Promise<void> {
    const { value: first } = await this.#fallbackSteps({ open: false }).next()
    const corrected = first ? await this.#candidatesOf(first.hits) : []
    candidates.push(
      ...corrected.filter(
        ({ match }) => match.isWhole && match.edits === 1 && match.droppedWords === 0,
      ),
    )
  }

  #fallbackSteps({ open }: { open: boolean }): AsyncGenerator<FallbackStep, void> {
    const options = { open, scope: this.#scope, scopeSets: this.#scopeSets }
    return fallbackSteps(this.#cache, this.#interpretations, options)
  }

  rank(candidates: readonly Candidate[]): Promise<SearchResult[]> {
    const typed = this.#query.isTyping ? this.#interpretations[0]!.terms : undefined
    const scope = { ...this.#scope, size: this.#size }
    return rankResults(this.#cache, candidates, { scope, typed })
  }

  /** Looks the words up in the index, and adapts the interpretations to it. */
  async #lookUp(): Promise<PrefixMatches | undefined> {
    const typed = this.#interpretations
    const { focus } = this.#scope
    const [prefixes] = await Promise.all([
      this.#query.isTyping ? lookUpPrefixes(this.#cache, this.#query, typed, focus) : undefined,
      this.#cache.lookUp(keysToLookUp(typed, this.#scope, this.#scopeSets)),
      readCorrectionsAhead(this.#cache, requiredOf(typed)),
    ])
    for (const place of prefixes?.places ?? []) this.#places.set(place.docId, place)
    this.#scope = withFocusScale(this.#cache, this.#scope)
    const adapted = adaptedToIndex(typed, this.#cache)
    this.#interpretations = [...adapted.values()]
    const names = prefixes?.names.map((name) => {
      return { ...name, interpretation: adapted.get(name.interpretation)! }
    })
    return prefixes && { ...prefixes, names: names! }
  }

  /** Notes which words are the name of a town, region or postcode: a place that lacks them is elsewhere. */
  #noteAreas(hits: Hits): void {
    for (const [docId, hit] of hits) {
      const place = this.#places.get(docId)
      if (!place || !statedTypes.has(place.type)) continue
      for (const { interpretation, trusted } of hit) {
        this.#unmatched.addArea(interpretation, matchPlace(place, interpretation.terms, trusted))
      }
    }
  }

  async #readPlaces(hits: Hits): Promise<void> {
    const { gazetteer, readOptions } = this.#cache
    const unread = [...hits.keys()].filter((docId) => !this.#places.has(docId))
    if (unread.length > 0) {
      const housesAhead = takesNumber(hits)
      const places = await gazetteer.places(
        unread.sort((a, b) => a - b),
        { ...readOptions, housesAhead },
      )
      for (const place of places) this.#places.set(place.docId, place)
    }
  }

  async #candidatesOf(hits: Hits): Promise<Candidate[]> {
    await this.#readPlaces(hits)
    const candidates: Candidate[] = []
    let count = 0
    for (const [docId, hit] of hits) {
      if (++count % placesPerPause === 0) await this.#cache.pause()
      const place = this.#places.get(docId)
      if (place)
        candidates.push(...candidatesOf(place, hit, { scope: this.#scope, words: this.#unmatched }))
    }
    return candidates
  }
}

/** Terms that no interpretation leaves out as a country, a flat or a floor. */
function requiredOf([plain, ...others]: readonly Interpretation[]): readonly QueryTerm[] {
  const shorter = others.filter(({ country, units }) => country || units)
  return plain!.terms.filter((term) => shorter.every(({ terms }) => terms.includes(term)))
}

/** What says where a place is. A quarter may be missing in the data, or have other bounds. */
const statedTypes: ReadonlySet<PlaceType> = new Set([
  ...(['locality', 'county', 'region', 'country', 'postalcode'] as const),
])

/** Places matched between pauses: about 2 ms at worst. */
const placesPerPause = 32

/** A category word in so few names is as significant as any other: `tabac`, `casino`. */
const rareCount = 16
const rareShare = 0.001

/** Interpretations without unknown countries, and with rare category words as content. */
function adaptedToIndex(
  interpretations: readonly Interpretation[],
  cache: TermCache,
): Map<Interpretation, Interpretation> {
  const maxNames = Math.max(rareCount, rareShare * cache.gazetteer.count)
  // A term keeps its identity across interpretations.
  const weighed = new Map<QueryTerm, QueryTerm>()
  const weigh = (term: QueryTerm): QueryTerm => {
    if (term.content || term.categories.length === 0 || !isContent(term.text)) return term
    const names = cache.countOf(`${namespaces.word}:${term.text}`)
    if (names === 0 || names > maxNames) return term
    const known = weighed.get(term) ?? { ...term, content: true }
    weighed.set(term, known)
    return known
  }
  const usable = interpretations.filter(
    ({ country }) => !country || cache.term(countryKey(country)) !== undefined,
  )
  return new Map(
    usable.map((each) => {
      const { terms, name } = each
      return [each, { ...each, terms: terms.map(weigh), ...(name && { name: name.map(weigh) }) }]
    }),
  )
}

/**
 * Whether a place matches all words of its interpretation. Articles alone match only as a whole name or,
 * while they are typed, as the beginning of a name or word.
 */
function matchesAll({ match, interpretation }: Candidate, { isTyping }: QueryText): boolean {
  if (match.droppedWords > 0) return false
  const isName = match.isWhole || (isTyping && match.isNamed)
  return isName || interpretation.terms.some(({ text, prefix }) => prefix || !isStopWord(text))
}

/**
 * When one place matches nearly all words, places that match fewer are not meant; but a street typed whole
 * may have the house, whatever else the text says.
 */
function leastDropped(candidates: readonly Candidate[]): Candidate[] {
  const min = Math.min(...candidates.map(({ match }) => match.droppedWords))
  return candidates.filter(
    (candidate) => candidate.match.droppedWords <= min + 0.5 || isWholeStreet(candidate),
  )
}
