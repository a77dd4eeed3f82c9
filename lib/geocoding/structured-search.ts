import { pause } from '../concurrency/index.ts'
import { type Gazetteer, namespaces, type ReadOptions as Reads } from '../gazetteer/index.ts'
import { fold } from '../text/index.ts'
import { readsOf, withinBudget } from './context.ts'
import { alpha3Of } from './country-codes.ts'
import { addKeys, type Corrections, corrections, widened } from './fallback/corrections.ts'
import { type Attempt, attemptsOf } from './fallback/structured-steps.ts'
import { type AreaField, type Fields, fieldsOf } from './interpret/address-fields.ts'
import { countryNamed } from './interpret/country-names.ts'
import type { Slot } from './interpret/query-term.ts'
import type { AddressFields, FindContext, SearchResult, SearchScope } from './query.ts'
import { type Candidate, judge } from './rank/candidates.ts'
import { answersOf } from './rank/rank-results.ts'
import { docIdsOf } from './retrieve/posting-iterator.ts'
import { filtered, keysToLook, retrieve } from './retrieve/retrieve.ts'
import { Lexicon } from './retrieve/term-cache.ts'
import { scopeTerms } from './scope.ts'

/** A street is put before what else has its name, a town before the district of its name. */
const likelyTypeBonus = 0.15

/**
 * Places by the fields of an address. Each field is matched in its role: street and house number are
 * the target, the others say where. Words are corrected before fields are left out; what is not there is
 * left out step by step (see `attemptsOf`), and without its street the address is answered by the
 * narrowest area there is, up to the country, with the confidence of the ladder.
 *
 * Throws `service_unavailable`.
 */
export function searchStructured(
  gazetteer: Gazetteer,
  given: AddressFields,
  scope: SearchScope,
  context: FindContext,
): Promise<SearchResult[]> {
  return withinBudget(context, (bounded) => searchFields(gazetteer, given, scope, bounded))
}

async function searchFields(
  gazetteer: Gazetteer,
  given: AddressFields,
  scope: SearchScope,
  context: FindContext,
): Promise<SearchResult[]> {
  const { signal, stage = () => () => {}, warn } = context
  const reads = readsOf(context)
  const country = given.country?.trim()
    ? (countryNamed(fold(given.country)) ?? alpha3Of(given.country.trim()))
    : undefined
  if (given.country?.trim() && !country) warn('country is not a known one and was left out')
  const narrowed = country ? withCountry(scope, country) : scope
  if (!narrowed || scope.size < 1) return []

  const searched = stage('search')
  const lexicon = new Lexicon(gazetteer, reads)
  const fields = fieldsOf(given, warn)
  const attempt = (one: Attempt) => attempted(gazetteer, lexicon, one, narrowed, reads)
  const [whole] = attemptsOf(fields)
  let candidates = whole ? await attempt(whole) : []
  searched()
  if (whole && candidates.length === 0 && !reads.budget?.isSpent) {
    const corrected = stage('correct')
    const wider = await widenedFields(gazetteer, lexicon, fields, reads)
    for (const next of attemptsOf(wider)) {
      candidates = await attempt(next)
      if (candidates.length > 0 || reads.budget?.isSpent) break
      await pause(signal)
    }
    corrected()
  }
  const { targets, areas } = fields
  if (candidates.length === 0 && country) {
    const isAll = targets.length + areas.length === 0
    candidates = await countryItself(gazetteer, lexicon, country, isAll, narrowed)
  }
  return answersOf(gazetteer, candidates, { scope: narrowed, reads })
}

function withCountry(scope: SearchScope, country: string): SearchScope | undefined {
  const { countries } = scope
  if (countries?.length && !countries.includes(country)) return undefined
  return { ...scope, countries: [country] }
}

async function attempted(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  { readings, types, dropped, wider }: Attempt,
  scope: SearchScope,
  reads: Reads,
): Promise<Candidate[]> {
  const sets = scopeTerms(scope)
  if (types) sets.push(types.map((type) => `${namespaces.type}:${type}`))
  await lexicon.look(keysToLook(readings, scope, sets))
  const hits = await retrieve(lexicon, readings, { scope, sets })
  const docIds = [...hits.keys()].sort((a, b) => a - b)
  const candidates: Candidate[] = []
  for (const place of await gazetteer.places(docIds, reads)) {
    const fits = judge(place, hits.get(place.docId)!, scope)
    const fitting = fits.filter(({ comparison }) => comparison.dropped === 0)
    if (fitting.length === 0) continue
    // A place without a postcode is not at odds with the one that was given.
    const missing = dropped.filter(({ name }) => name !== 'postalcode' || place.postcode)
    const isLikely = place.type === (types?.[0] ?? 'street')
    for (const candidate of fitting) {
      candidates.push({
        ...candidate,
        dropped: candidate.dropped + missing.length,
        score: candidate.score + (isLikely ? likelyTypeBonus : 0),
        ...(wider ? { wider: true } : {}),
      })
    }
  }
  return candidates
}

async function widenedFields(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  { targets, areas }: Fields,
  reads: Reads,
): Promise<Fields> {
  const slots = [...targets, ...areas].flatMap((field) => field.slots)
  const unique = [...new Map(slots.map((slot) => [slot.text, slot])).values()]
  const found = await corrections(gazetteer, lexicon, unique, { open: false, reads })
  const keys = new Set<string>()
  for (const more of found.values()) for (const { words } of more) addKeys(keys, words)
  await lexicon.look(keys)
  return {
    targets: targets.map((target) => ({ ...target, slots: widenedSlots(target.slots, found) })),
    areas: areas.map((area): AreaField => ({ ...area, slots: widenedSlots(area.slots, found) })),
  }
}

function widenedSlots(slots: readonly Slot[], found: Corrections): Slot[] {
  return slots.map((slot) => widened(slot, found))
}

/** The country by its own record, when nothing narrower is there. */
async function countryItself(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  country: string,
  isAll: boolean,
  scope: SearchScope,
): Promise<Candidate[]> {
  const isCountry = `${namespaces.type}:country`
  const ofCountry = `${namespaces.country}:${country}`
  await lexicon.look([isCountry, ofCountry])
  await lexicon.read([isCountry, ofCountry])
  const countries = lexicon.walk(isCountry, true)
  const stream = countries && filtered(lexicon, [countries], [[ofCountry]])
  if (!stream) return []
  const places = await gazetteer.places(docIdsOf(stream, 1).docIds)
  return places.flatMap((place) => {
    const [candidate] = judge(place, [{ reading: { slots: [] }, trusted: new Set() }], scope)
    return candidate ? [{ ...candidate, ...(isAll ? {} : { wider: true as const }) }] : []
  })
}
