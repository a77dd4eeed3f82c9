import { endOfPostings } from '#places/gazetteer'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { SearchScope } from '../query.ts'
import {
  type FirstDocIds,
  firstDocIds,
  iterateList,
  type PostingIterator,
} from './posting-iterator.ts'
import { unionOf } from './posting-union.ts'
import type { NamesWithPrefix, PrefixMatches } from './prefixes.ts'
import { iteratorsOf, planAllReads, planReads, type ReadPlan } from './read-plan.ts'
import { cellsAround, focusZooms } from './scope-terms.ts'
import type { TermCache } from './term-cache.ts'
import { countryKey, keysOf, nameKey } from './term-keys.ts'

/** An interpretation by which a place was found, and the terms that match it according to the index. */
export interface Hit {
  interpretation: Interpretation
  trusted: ReadonlySet<QueryTerm>
}

/** Hits by docId. */
export type Hits = Map<number, Hit[]>

/** Whether a house number was typed, so that houses of the places may be results. */
export function takesNumber(hits: Hits): boolean {
  return [...hits.values()].some((list) =>
    list.some(({ interpretation }) => interpretation.houseNumber !== undefined),
  )
}

/** The same places are looked at for all sizes up to this, so that more results have the same beginning. */
export const usualSize = 20
/** Places looked at for one interpretation: the most important, and as many near the focus. */
const maxPlacesOf = (size: number) => (size > usualSize ? Math.min(256, 3 * size) : 24)
/** Places looked at whose whole name is the text. */
const maxWholeNamesOf = (size: number) => Math.max(usualSize, size)

/** A filter that leaves more places is not worth reading: their scope is checked in the end. */
const maxFilterShare = 0.5

/** Keys to look up before {@link retrieve}. */
export function keysToLookUp(
  interpretations: readonly Interpretation[],
  { focus }: SearchScope,
  scopeSets: readonly string[][],
): string[] {
  const keys = interpretations.flatMap(({ terms }) => terms.flatMap(keysOf))
  for (const interpretation of interpretations) {
    keys.push(...namesOf(interpretation).map((terms) => nameKey({ terms })))
    if (interpretation.country) keys.push(countryKey(interpretation.country))
  }
  if (focus) for (const zoom of focusZooms) keys.push(...cellsAround(focus, zoom))
  return [...keys, ...scopeSets.flat()]
}

/** The terms that may be a whole name: all, and those of `name`. */
function namesOf({ terms, name }: Interpretation): readonly (readonly QueryTerm[])[] {
  return name ? [terms, name] : [terms]
}

export interface RetrieveOptions {
  scope: SearchScope
  /** See `scopeTerms`. */
  scopeSets: readonly string[][]
  /** Of an unfinished text. */
  prefixes?: PrefixMatches | undefined
}

/**
 * Places that match all required terms of any of the interpretations. Takes one round of reads, and a
 * second one where the first read too little.
 */
export async function retrieve(
  cache: TermCache,
  interpretations: readonly Interpretation[],
  options: RetrieveOptions,
): Promise<Hits> {
  const retrieval = new Retrieval(cache, interpretations, options)
  await retrieval.read()
  if (options.prefixes) retrieval.collectPrefixes(options.prefixes)
  retrieval.collectWholeNames()
  await retrieval.collectMatches()
  return retrieval.hits
}

class Retrieval {
  readonly hits: Hits = new Map()
  readonly #cache: TermCache
  readonly #interpretations: readonly Interpretation[]
  readonly #prefixes: PrefixMatches | undefined
  readonly #plans: readonly ReadPlan[]
  /** Sets of terms of which a place must have one each. */
  readonly #filters: readonly (readonly string[])[]
  readonly #focusCells: readonly (readonly string[])[]
  readonly #maxPlaces: number
  readonly #maxWholeNames: number

  constructor(
    cache: TermCache,
    interpretations: readonly Interpretation[],
    { scope, scopeSets, prefixes }: RetrieveOptions,
  ) {
    this.#cache = cache
    this.#interpretations = interpretations
    this.#prefixes = prefixes
    this.#filters = scopeSets.filter((set) => cache.shareOf(set) < maxFilterShare)
    // A skipped filter removes places later, so twice as many are retrieved.
    const spare = this.#filters.length < scopeSets.length ? 2 : 1
    this.#maxPlaces = spare * maxPlacesOf(scope.size)
    this.#maxWholeNames = spare * maxWholeNamesOf(scope.size)
    const share = this.#filters.reduce((all, set) => all * cache.shareOf(set), 1)
    this.#plans = interpretations
      .map((each) => planReads(cache, each, { maxPlaces: this.#maxPlaces, share }))
      .filter((plan) => plan !== undefined)
    const { focus } = scope
    const isFocused = focus && this.#plans.some(({ focused }) => focused)
    this.#focusCells = isFocused ? focusZooms.map((zoom) => cellsAround(focus, zoom)) : []
  }

  /** Reads the posting lists that are probably needed, in one round. */
  async read(): Promise<void> {
    const isFocused = this.#focusCells.length > 0
    const whole = [
      ...this.#interpretations.flatMap(namesOf).map((terms) => nameKey({ terms })),
      ...(this.#prefixes?.names ?? []).flatMap(({ keys }) => keys),
      ...[...this.#filters, ...this.#focusCells].flat(),
    ]
    await this.#cache.readUntil([
      ...this.#plans.flatMap(({ wants, focused }) =>
        // Places near the focus may be anywhere in a list.
        [...wants].map(
          ([key, until]) => [key, isFocused && focused ? endOfPostings : until] as const,
        ),
      ),
      ...whole.map((key) => [key, endOfPostings] as const),
    ])
  }

  /** Places whose name begins with the text, and places near the focus that may. */
  collectPrefixes({ names, near }: PrefixMatches): void {
    for (const name of names) {
      const { interpretation } = name
      const hit = { interpretation, trusted: new Set(interpretation.terms) }
      for (const cells of [undefined, ...this.#focusCells]) {
        this.#add(hit, [this.#iterateNames(name)], this.#maxPlaces, cells)
      }
    }
    const untrusted = { interpretation: this.#interpretations[0]!, trusted: new Set<QueryTerm>() }
    for (const docId of near) if (!this.hits.has(docId)) this.hits.set(docId, [untrusted])
  }

  #iterateNames({ keys, docIds }: NamesWithPrefix): PostingIterator {
    return unionOf([...this.#cache.iterateEach(keys, true), iterateList(docIds, true)])
  }

  /** Places with exactly the words of an interpretation, or of the name in it, as their name. */
  collectWholeNames(): void {
    for (const interpretation of this.#interpretations) {
      for (const name of namesOf(interpretation)) {
        const named = this.#cache.iterate(nameKey({ terms: name }), true)
        if (named)
          this.#add({ interpretation, trusted: new Set(name) }, [named], this.#maxWholeNames)
      }
    }
  }

  /** Places that match the required terms, read further where the plan was too short. */
  async collectMatches(): Promise<void> {
    const starved: ReadPlan[] = []
    for (const plan of this.#plans) {
      if (!this.#collect(plan)) starved.push(planAllReads(this.#cache, plan))
      await this.#cache.pause()
    }
    if (starved.length === 0) return
    await this.#cache.readUntil(starved.flatMap(({ wants }) => [...wants]))
    for (const plan of starved) {
      this.#collect(plan)
      await this.#cache.pause()
    }
  }

  /** Adds the places of a plan. Returns whether it read enough of the lists. */
  #collect(plan: ReadPlan): boolean {
    const { interpretation, required, unread, focused } = plan
    const hit = { interpretation, trusted: new Set(required) }
    const iterators = iteratorsOf(this.#cache, plan)
    if (!iterators) return true
    if (unread) {
      // The term that is in a place's own name may be one of the unread.
      const { docIds, complete } = this.#first(iterators, this.#maxPlaces, { any: true })
      if (complete) addHits(this.hits, docIds, hit)
      return complete
    }
    const hasCategory = required.some(({ categories }) => categories.length > 0)
    // Places of a category are many, and would hide the few that have the word in their name.
    const named = hasCategory && iteratorsOf(this.#cache, plan, { byCategory: false })
    const byName = named ? this.#add(hit, named, this.#maxPlaces) : none
    const all = this.#add(hit, iterators, this.#maxPlaces)
    if (!all.complete && focused) {
      for (const cells of this.#focusCells) {
        this.#add(hit, iteratorsOf(this.#cache, plan)!, this.#maxPlaces, cells)
      }
    }
    return !all.starved && !byName.starved
  }

  #add(
    hit: Hit,
    iterators: readonly PostingIterator[],
    maxDocIds: number,
    cells?: readonly string[],
  ): FirstDocIds {
    const found = this.#first(iterators, maxDocIds, { cells })
    addHits(this.hits, found.docIds, hit)
    return found
  }

  #first(
    iterators: readonly PostingIterator[],
    maxDocIds: number,
    { cells, any = false }: { cells?: readonly string[] | undefined; any?: boolean },
  ): FirstDocIds {
    const filters = cells ? [...this.#filters, cells] : this.#filters
    const iterator = this.#cache.intersect(iterators, filters)
    const { budget } = this.#cache.readOptions
    return iterator ? firstDocIds(iterator, maxDocIds, { any, budget }) : none
  }
}

const none: FirstDocIds = { docIds: [], complete: true, starved: false }

/** Adds places found by one hit, or their better hit for the same interpretation. */
export function addHits(hits: Hits, docIds: readonly number[], hit: Hit): void {
  for (const docId of docIds) {
    const known = hits.get(docId) ?? []
    const same = known.findIndex(({ interpretation }) => interpretation === hit.interpretation)
    if (same < 0) hits.set(docId, [...known, hit])
    else if (known[same]!.trusted.size < hit.trusted.size) known[same] = hit
  }
}
