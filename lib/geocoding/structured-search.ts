import { pause, untimed } from '../concurrency/index.ts'
import type { Gazetteer } from '../gazetteer/index.ts'
import { fold } from '../text/index.ts'
import { readOptionsOf, type SearchContext } from './context.ts'
import { alpha3Of } from './country-codes.ts'
import { findCorrections, withCorrections } from './fallback/corrections.ts'
import { type StructuredStep, structuredSteps } from './fallback/structured-steps.ts'
import {
  type AreaField,
  type InterpretedFields,
  interpretFields,
} from './interpret/address-fields.ts'
import { countryNamed } from './interpret/country-names.ts'
import type { AddressFields, SearchScope } from './query.ts'
import { type Candidate, candidatesOf } from './rank/candidates.ts'
import { withFocusScale } from './rank/focus-scale.ts'
import { rankResults } from './rank/rank-results.ts'
import { nothingUnmatched, type Unmatched } from './rank/unmatched.ts'
import { firstDocIds } from './retrieve/posting-iterator.ts'
import { keysToLookUp, retrieve, takesNumber } from './retrieve/retrieve.ts'
import { scopeTerms } from './retrieve/scope-terms.ts'
import { TermCache } from './retrieve/term-cache.ts'
import { countryKey, typeKeys, wordKeys } from './retrieve/term-keys.ts'
import type { SearchResult } from './search-result.ts'

/** A street ranks before other things of its name, a town before the district of its name. */
const likelyTypeBonus = 0.15

/**
 * Places by the fields of an address, each matched in its role: street and house number are the target,
 * the others its surroundings. Words are corrected before fields are left out, step by step (see
 * `structuredSteps`). Without its street, the result is the narrowest area found, up to the country, with
 * the confidence of the ladder.
 *
 * Throws `service_unavailable`.
 */
export async function searchStructured(
  gazetteer: Gazetteer,
  given: AddressFields,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const { timed = untimed } = context
  const country = countryOf(given)
  if (given.country?.trim() && !country) context.warn('country is not a known one and was left out')
  const narrowed = country ? withinCountry(scope, country) : scope
  if (!narrowed || scope.size < 1) return []

  const cache = new TermCache(gazetteer, readOptionsOf(context))
  const fields = interpretFields(given, context.warn)
  let candidates = await timed('search', () => firstStep(cache, fields, narrowed))
  const hasFields = fields.targets.length + fields.areas.length > 0
  if (hasFields && candidates.length === 0 && !context.budget?.isSpent) {
    candidates = await timed('correct', () => allSteps(cache, fields, narrowed, context))
  }
  if (candidates.length === 0 && country) {
    candidates = await countryItself(cache, country, narrowed)
    if (hasFields) candidates = candidates.map((candidate) => ({ ...candidate, wider: true }))
  }
  if (given.country?.trim() && !country) candidates = candidates.map(withUnknownCountry)
  return rankResults(cache, candidates, { scope: narrowed })
}

function withUnknownCountry(candidate: Candidate): Candidate {
  const { dropped, unmatched } = candidate
  return {
    ...candidate,
    dropped: dropped + 1,
    unmatched: { ...unmatched, area: unmatched.area + 1 },
  }
}

/** ISO 3166-1 alpha-3 of the country field; undefined for an unknown country. */
function countryOf({ country }: AddressFields): string | undefined {
  if (!country?.trim()) return undefined
  return countryNamed(fold(country)) ?? alpha3Of(country.trim())
}

function withinCountry(scope: SearchScope, country: string): SearchScope | undefined {
  const { countries } = scope
  if (countries?.length && !countries.includes(country)) return undefined
  return { ...scope, countries: [country] }
}

/** Candidates for all fields as typed. */
async function firstStep(
  cache: TermCache,
  fields: InterpretedFields,
  scope: SearchScope,
): Promise<Candidate[]> {
  const [first] = structuredSteps(fields)
  return first ? candidatesOfStep(cache, first, scope) : []
}

/** Candidates of the first step that has some, with corrected words. */
async function allSteps(
  cache: TermCache,
  fields: InterpretedFields,
  scope: SearchScope,
  { budget, signal }: SearchContext,
): Promise<Candidate[]> {
  const corrected = await correctedFields(cache, fields)
  for (const step of structuredSteps(corrected)) {
    const candidates = await candidatesOfStep(cache, step, scope)
    if (candidates.length > 0 || budget?.isSpent) return candidates
    await pause(signal)
  }
  return []
}

async function candidatesOfStep(
  cache: TermCache,
  { interpretations, types, dropped, wider }: StructuredStep,
  scope: SearchScope,
): Promise<Candidate[]> {
  const scopeSets = scopeTerms(scope)
  if (types) scopeSets.push(typeKeys(types))
  await cache.lookUp(keysToLookUp(interpretations, scope, scopeSets))
  const hits = await retrieve(cache, interpretations, { scope, scopeSets })
  const scaled = withFocusScale(cache, scope)
  const docIds = [...hits.keys()].sort((a, b) => a - b)
  const options = { ...cache.readOptions, housesAhead: takesNumber(hits) }
  const places = await cache.gazetteer.places(docIds, options)
  return places.flatMap((place) => {
    // A place without a postcode does not contradict the given one.
    const missing = dropped.filter(({ name }) => name !== 'postalcode' || place.postcode)
    const isLikely = place.type === (types?.[0] ?? 'street')
    return candidatesOf(place, hits.get(place.docId)!, { scope: scaled })
      .filter(({ match }) => match.droppedWords === 0)
      .map((candidate) => ({
        ...candidate,
        dropped: candidate.dropped + missing.length,
        unmatched: unmatchedFields(missing),
        score: candidate.score + (isLikely ? likelyTypeBonus : 0),
        ...(wider && { wider }),
      }))
  })
}

/** Parts of a town are often missing in the data, as postcodes are. */
const minorFields: ReadonlySet<AreaField['name']> = new Set([
  'postalcode',
  'neighbourhood',
  'borough',
])

/** The fields that match nothing of a place. */
function unmatchedFields(fields: readonly AreaField[]): Unmatched {
  const minor = fields.filter(({ name }) => minorFields.has(name)).length
  return { ...nothingUnmatched, area: fields.length - minor, minor }
}

async function correctedFields(
  cache: TermCache,
  { targets, areas }: InterpretedFields,
): Promise<InterpretedFields> {
  const terms = [...targets, ...areas].flatMap((field) => field.terms)
  const distinct = [...new Map(terms.map((term) => [term.text, term])).values()]
  const corrections = await findCorrections(cache, distinct)
  const words = [...corrections.values()].flat().flatMap((alternative) => alternative.words)
  await cache.lookUp(words.flatMap((word) => wordKeys(word)))
  const correct = <T extends { terms: InterpretedFields['areas'][number]['terms'] }>(field: T) => ({
    ...field,
    terms: field.terms.map((term) => withCorrections(term, corrections)),
  })
  return { targets: targets.map(correct), areas: areas.map(correct) }
}

/** The country by its own record. */
async function countryItself(
  cache: TermCache,
  country: string,
  scope: SearchScope,
): Promise<Candidate[]> {
  const [typeKey] = typeKeys(['country']) as [string]
  await cache.lookUpAndRead([typeKey, countryKey(country)])
  const countries = cache.iterate(typeKey, true)
  const iterator = countries && cache.intersect([countries], [[countryKey(country)]])
  if (!iterator) return []
  const { docIds } = firstDocIds(iterator, 1)
  const places = await cache.gazetteer.places(docIds, cache.readOptions)
  const hit = { interpretation: { terms: [] }, trusted: new Set<never>() }
  return places.flatMap((place) => candidatesOf(place, [hit], { scope }))
}
