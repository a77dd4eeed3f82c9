import type { LatLon } from '#ground/geo'
import { namespaces, type Place } from '#places/gazetteer'
import { fold } from '#places/text'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { QueryText } from '../interpret/tokenize.ts'
import type { TermCache } from './term-cache.ts'
import { prefixKeys } from './term-keys.ts'

const maxWords = 48
const maxContextWords = 16
const maxNames = 24
/** Texts after a house number that names may begin with: those after `14` and `14 a`. */
const maxNumbered = 2

/** Places around the focus in which names with a prefix are looked for. */
const around = {
  radiusMeters: 2_000,
  maxPlaces: 60,
  types: ['locality', 'neighbourhood', 'street', 'venue'],
} as const

/** What the end of an unfinished text may become. */
export interface PrefixMatches {
  /** DocIds of places around the focus that may have a word with the prefix in their name. */
  near: readonly number[]
  names: readonly NamesWithPrefix[]
  /** Places that came with the hot lists. */
  places: readonly Place[]
}

/** Names that begin with all the words of an interpretation. */
export interface NamesWithPrefix {
  interpretation: Interpretation
  /** Keys of the names. */
  keys: readonly string[]
  /** The best places, when there are too many names. */
  docIds: readonly number[]
}

interface PrefixText {
  interpretation: Interpretation
  /** Folded; after a finished word it ends with a blank. */
  text: string
}

/**
 * Looks up what the last word and the whole text may be the beginning of. What it finds of the last word
 * is added to the cache.
 *
 * Where so many words share the prefix that the index lists its best places, a text of one word needs no
 * more than the list, and of the places around the focus, which may be too unimportant for it. In a text
 * of several words the last is also looked up like any other, to be matched together with them. Names that
 * begin with the whole text are looked up apart, so that the others do not push them out.
 */
export async function lookUpPrefixes(
  cache: TermCache,
  query: QueryText,
  interpretations: readonly Interpretation[],
  focus: LatLon | undefined,
): Promise<PrefixMatches> {
  const last = query.open ? interpretations[0]!.terms.at(-1) : undefined
  const [word, names] = await Promise.all([
    last && (query.words.length === 1 ? expandOnly(cache, last, focus) : expandLast(cache, last)),
    Promise.all(prefixTextsOf(query, interpretations).map((text) => lookUpNames(cache, text))),
  ])
  return {
    near: word?.near ?? [],
    names,
    places: [...(word?.places ?? []), ...names.flatMap(({ places }) => places)],
  }
}

/** Names may begin with the whole text, or with all of it after a house number. */
function prefixTextsOf(
  { text, words, open }: QueryText,
  interpretations: readonly Interpretation[],
): PrefixText[] {
  const [plain] = interpretations as [Interpretation]
  const end = open ? '' : ' '
  const texts: PrefixText[] = [{ interpretation: plain, text: fold(text) + end }]
  for (const interpretation of interpretations) {
    const { houseNumber, country, units, terms } = interpretation
    if (houseNumber === undefined || country || units) continue
    const first = plain.terms.length - terms.length
    if (texts.length > maxNumbered || first <= 0) continue
    if (terms.some((term, i) => term !== plain.terms[first + i])) continue
    texts.push({ interpretation, text: fold(text.slice(words[first]!.start)) + end })
  }
  return texts
}

interface LastWord {
  near: readonly number[]
  places: readonly Place[]
}

/** Expands the only word of a text. */
async function expandOnly(
  cache: TermCache,
  term: QueryTerm,
  focus: LatLon | undefined,
): Promise<LastWord> {
  const { gazetteer, readOptions } = cache
  const [key] = prefixKeys(term)
  const hot = await gazetteer.hot(key, readOptions)
  if (!hot) {
    const words = await gazetteer.termsFrom(key, maxWords, readOptions)
    cache.addExpansion(key, { ...words, docIds: [] })
    return { near: [], places: [] }
  }
  cache.addExpansion(key, { terms: [], complete: true, docIds: hot.docIds })
  if (!focus) return { near: [], places: hot.places }
  const options = { ...readOptions, ...around, prefix: term.text }
  return { near: await gazetteer.docIdsNear(focus, options), places: hot.places }
}

/** Expands the last of several words, in one round of reads. */
async function expandLast(cache: TermCache, term: QueryTerm): Promise<LastWord> {
  const { gazetteer, readOptions } = cache
  const [wordKey, contextKey] = prefixKeys(term)
  const [hot, words, contextWords] = await Promise.all([
    gazetteer.hot(wordKey, readOptions),
    gazetteer.termsFrom(wordKey, maxWords, readOptions),
    gazetteer.termsFrom(contextKey, maxContextWords, readOptions),
  ])
  cache.addExpansion(wordKey, { ...words, docIds: hot?.docIds ?? [] })
  cache.addExpansion(contextKey, { ...contextWords, docIds: [] })
  return { near: [], places: hot?.places ?? [] }
}

async function lookUpNames(
  cache: TermCache,
  { interpretation, text }: PrefixText,
): Promise<NamesWithPrefix & { places: readonly Place[] }> {
  const { gazetteer, readOptions } = cache
  const key = `${namespaces.name}:${text}`
  const hot = await gazetteer.hot(key, readOptions)
  const { terms } = hot ? { terms: [] } : await gazetteer.termsFrom(key, maxNames, readOptions)
  for (const term of terms) cache.add(term)
  return {
    interpretation,
    keys: terms.map((term) => term.key),
    docIds: hot?.docIds ?? [],
    places: hot?.places ?? [],
  }
}
