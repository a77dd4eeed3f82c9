import type { Gazetteer, Place } from '#places/gazetteer'
import { fold } from '#places/text'
import { pause, untimed } from '#platform/concurrency'
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
import type { Interpretation } from './interpret/interpretations.ts'
import { queryTermsOf } from './interpret/query-term.ts'
import { tokenize } from './interpret/tokenize.ts'
import type { AddressFields, SearchScope } from './query.ts'
import { type Candidate, candidatesOf } from './rank/candidates.ts'
import { withFocusScale } from './rank/focus-scale.ts'
import { rankResults } from './rank/rank-results.ts'
import { nothingUnmatched, type Unmatched } from './rank/unmatched.ts'
import { firstDocIds } from './retrieve/posting-iterator.ts'
import { keysToLookUp, retrieve, takesNumber } from './retrieve/retrieve.ts'
import { scopeTerms } from './retrieve/scope-terms.ts'
import { TermCache } from './retrieve/term-cache.ts'
import { countryKey, nameKey, typeKeys, wordKeys } from './retrieve/term-keys.ts'
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
  const cache = new TermCache(gazetteer, readOptionsOf(context))
  const isCountryGiven = Boolean(given.country?.trim())
  const country = isCountryGiven ? await countryOf(cache, given.country!.trim()) : undefined
  if (isCountryGiven && !country) context.warn('country is not a known one and was left out')
  const narrowed = country ? withinCountry(scope, country) : scope
  if (!narrowed || scope.size < 1) return []

  const fields = interpretFields(given, context.warn)
  let candidates = await timed('search', () => firstStep(cache, fields, narrowed))
  const hasFields = fields.hasTarget || fields.areas.length > 0
  if (hasFields && candidates.length === 0 && !context.budget?.isSpent) {
    candidates = await timed('correct', () => allSteps(cache, fields, narrowed, context))
  }
  if (candidates.length === 0 && country) {
    const places = await countryPlaces(cache, countryKey(country))
    candidates = places.flatMap((place) => candidatesOf(place, [countryHit], { scope: narrowed }))
    if (hasFields) candidates = candidates.map((candidate) => ({ ...candidate, wider: true }))
  }
  if (isCountryGiven && !country) candidates = candidates.map(withUnknownCountry)
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

/**
 * ISO 3166-1 alpha-3 of a country by its name or code, or by the name that its record in the index has;
 * undefined for an unknown country.
 */
async function countryOf(cache: TermCache, given: string): Promise<string | undefined> {
  const known = countryNamed(fold(given)) ?? alpha3Of(given)
  if (known) return known
  const terms = queryTermsOf(tokenize(given).words)
  const [place] = terms.length > 0 ? await countryPlaces(cache, nameKey({ terms })) : []
  return place?.countryCode
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
  { interpretations, types, dropped, isPart, isVillage, wider }: StructuredStep,
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
  const possible = isVillage ? places.filter(({ houseCount }) => houseCount > 0) : places
  return possible.flatMap((place) => {
    // A place without a postcode does not contradict the given one.
    const missing = dropped.filter(({ name }) => name !== 'postalcode' || place.postcode)
    const isLikely = place.type === (types?.[0] ?? 'street')
    return candidatesOf(place, hits.get(place.docId)!, { scope: scaled })
      .filter(({ match }) => match.droppedWords === 0 && (match.isWhole || !isVillage))
      .map((candidate) => ({
        ...candidate,
        dropped: candidate.dropped + missing.length + (isPart ? 1 : 0),
        unmatched: unmatchedFields(missing, isPart && candidate.interpretation),
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

/** The fields that match nothing of a place, and the part of the address that an interpretation leaves out. */
function unmatchedFields(fields: readonly AreaField[], part?: Interpretation): Unmatched {
  const minor = fields.filter(({ name }) => minorFields.has(name)).length
  const area = fields.length - minor
  if (!part) return { ...nothingUnmatched, area, minor }
  return part.lacksArea
    ? { ...nothingUnmatched, area: area + 1, minor }
    : { ...nothingUnmatched, area, minor: minor + 1 }
}

async function correctedFields(
  cache: TermCache,
  fields: InterpretedFields,
): Promise<InterpretedFields> {
  const { targets, placedTargets, partTargets, areas } = fields
  const terms = [...targets, ...placedTargets, ...areas].flatMap((field) => field.terms)
  const distinct = [...new Map(terms.map((term) => [term.text, term])).values()]
  const corrections = await findCorrections(cache, distinct)
  const words = [...corrections.values()].flat().flatMap((alternative) => alternative.words)
  await cache.lookUp(words.flatMap((word) => wordKeys(word)))
  const correct = <T extends { terms: InterpretedFields['areas'][number]['terms'] }>(field: T) => ({
    ...field,
    terms: field.terms.map((term) => withCorrections(term, corrections)),
  })
  return {
    ...fields,
    targets: targets.map(correct),
    placedTargets: placedTargets.map(correct),
    partTargets: partTargets.map(correct),
    areas: areas.map(correct),
  }
}

const countryHit = { interpretation: { terms: [] }, trusted: new Set<never>() }

/** The first country that has a term. */
async function countryPlaces(cache: TermCache, key: string): Promise<Place[]> {
  const [typeKey] = typeKeys(['country']) as [string]
  await cache.lookUpAndRead([typeKey, key])
  const countries = cache.iterate(typeKey, true)
  const iterator = countries && cache.intersect([countries], [[key]])
  if (!iterator) return []
  const { docIds } = firstDocIds(iterator, 1)
  return cache.gazetteer.places(docIds, cache.readOptions)
}
