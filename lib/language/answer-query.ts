import type { Gazetteer } from '#places/gazetteer'
import { renderPlace } from '#places/search'
import { type Timed, untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { findKnownTowns } from './known-towns.ts'
import type { LanguageModel } from './model/index.ts'
import { findKnownNames } from './names/index.ts'
import { type Intent, type PlaceSlot, type Reading, readQueryWithPauses } from './reader/index.ts'
import { buildBackendRequest, type PlacePoint } from './request/index.ts'
import { createPlacesError, hereText, type ResolvedPlace, resolvePlaces } from './resolve/index.ts'
import type { AiQueryRequest, AiQueryResponse } from './schemas/index.ts'
import { explainRefusal } from './suggestions/index.ts'
import { type Answered, type AnsweredPlace, collectFacts, summarise } from './summary/index.ts'

/** An operation that can answer queries. */
export interface QueryBackend {
  /** Returns the price of a request with these parameters, micro-dollars. */
  price(parameters: Record<string, unknown>): number
  answer(parameters: Record<string, unknown>): Promise<unknown>
}

export interface QueryContext {
  gazetteer: Gazetteer
  backends: Readonly<Record<Intent, QueryBackend>>
  /** Reads queries that the rules cannot read, and writes the summary; optional. */
  model?: LanguageModel | undefined
  /** Throws when the account cannot pay this price. */
  requirePrice(microdollars: number): void
  warn(text: string): void
  signal?: AbortSignal
  timed?: Timed
  /** Time of the request. */
  now?: Date
}

type Request = Extract<Reading, { refusal?: undefined }>
type Refusal = Extract<Reading, { refusal: unknown }>

/** A request that is ready for its backend. */
interface SettledQuery {
  reading: Request
  places: readonly ResolvedPlace[]
  parameters: Record<string, unknown>
  warnings: readonly string[]
}

/** The reason why a query has no backend request, and whether another reading may have one. */
interface UnsettledQuery {
  error: ApiError
  isOpen: boolean
}

/** Locales of instructions by language; place names use the language alone. */
const locales = {
  en: 'en-US',
  fr: 'fr-FR',
  de: 'de-DE',
  es: 'es-ES',
  it: 'it-IT',
  pt: 'pt-PT',
} as const

/**
 * Answers a question in plain text: reads it, finds its places, runs the requested operation and summarises the
 * answer.
 *
 * The rules read first. A model is asked only when they find no request or a place is unknown. Requests that no
 * operation answers are refused without the model.
 *
 * Throws `ambiguous_query` (with `suggestions`), `geocode_failed` (with `partial`), `payment_required`,
 * `service_unavailable` and the errors of the operation.
 */
export async function answerQuery(
  { query, context, region }: AiQueryRequest,
  run: QueryContext,
): Promise<AiQueryResponse> {
  const { timed = untimed, model, signal } = run
  const hasLocation = context?.location !== undefined
  const isName = await timed('names', () =>
    findKnownNames(query, run.gazetteer, { ...(signal && { signal }) }),
  )
  const reading = await timed('read', () =>
    readQueryWithPauses(query, { hasLocation, isName }, signal),
  )
  let outcome = await settleQuery(reading, context, run)
  if ('error' in outcome && outcome.isOpen && model) {
    const options = { hasLocation, ...(signal && { signal }) }
    const other = await timed('model', () => model.extract(query, options))
    const second = other && (await settleQuery(other, context, run))
    if (second && !('error' in second)) outcome = second
  }
  if ('error' in outcome) throw outcome.error
  const { parameters } = outcome
  // A search needs the region too; otherwise it would query every region.
  if (region && outcome.reading.intent === 'geocode') Object.assign(parameters, { region })
  return await answer(outcome, run)
}

/** Turns a reading into a backend request. */
async function settleQuery(
  reading: Reading,
  context: AiQueryRequest['context'],
  run: QueryContext,
): Promise<SettledQuery | UnsettledQuery> {
  if (reading.refusal) return await refuse(reading, run)
  const { gazetteer, signal, timed = untimed, now = new Date() } = run
  const { language, intent, slots } = reading
  const { places: likeliest, otherPlaces, ...rest } = slots
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const buildRequest = (places: readonly PlacePoint[], warn: (text: string) => void) =>
    buildBackendRequest(intent, places, {
      slots: rest,
      language: intent === 'geocode' || intent === 'reverse_geocode' ? language : locales[language],
      ...context,
      now,
      warn,
    })
  // Checks limits before it searches for places.
  const divisions = [likeliest, ...otherPlaces]
  const within = divisions.filter(
    (slots) => !buildRequest(slots.map(toUnlocatedPoint), () => {}).limit,
  )
  if (within.length === 0) {
    const { limit } = buildRequest(likeliest.map(toUnlocatedPoint), () => {})
    return await refuseBeyondLimits(reading, limit!, run)
  }
  const resolution = await timed('places', () =>
    resolvePlaces(within, { gazetteer, ...context, ...(signal && { signal }), warn }),
  )
  if (resolution.isRelative) {
    const refusal = 'relative_without_location'
    return await refuse({ language, intent, refusal, places: likeliest }, run)
  }
  if (resolution.missing) {
    return { error: createPlacesError(intent, resolution.missing, context?.country), isOpen: true }
  }
  const { places } = resolution
  const request = buildRequest(places.map(toPlacePoint), warn)
  if (request.limit !== undefined) return await refuseBeyondLimits(reading, request.limit, run)
  return { reading, places, parameters: request.parameters, warnings }
}

/** Returns a place with a placeholder position, for checks that run before the search. */
function toUnlocatedPoint(slot: PlaceSlot): PlacePoint {
  const text = slot.kind === 'here' ? '' : slot.text
  return { role: slot.role, text, position: { lat: 0, lon: 0 } }
}

function toPlacePoint({ role, text, position, result }: ResolvedPlace): PlacePoint {
  const isCountry = result?.place.type === 'country'
  return { role, text, position, ...(isCountry && { countryCode: result.place.countryCode }) }
}

/** Refusals that another reading of the text may lift. The others concern the request itself. */
const openRefusals: readonly Refusal['refusal'][] = ['no_request', 'incomplete']

async function refuse(refused: Refusal, run: QueryContext): Promise<UnsettledQuery> {
  const examples = await listExamples(run)
  const { message, suggestions } = explainRefusal({ ...refused, ...examples })
  const error = new ApiError('ambiguous_query', message, { fields: { suggestions } })
  return { error, isOpen: openRefusals.includes(refused.refusal) }
}

/** Returns names of towns of the region and a position in it, for suggestions. */
async function listExamples({ gazetteer, signal }: QueryContext) {
  const towns = await findKnownTowns(gazetteer, signal)
  return { examples: towns.map(({ name }) => name), examplePosition: towns[0]?.position }
}

async function refuseBeyondLimits(
  { language, intent, slots: { places } }: Request,
  limit: string,
  run: QueryContext,
): Promise<UnsettledQuery> {
  const examples = await listExamples(run)
  const { suggestions } = explainRefusal({
    language,
    intent,
    places,
    refusal: 'incomplete',
    ...examples,
  })
  const message = `The query asks for more than the operation takes: ${limit}.`
  const error = new ApiError('ambiguous_query', message, { fields: { suggestions } })
  return { error, isOpen: false }
}

async function answer(
  { reading, places, parameters, warnings }: SettledQuery,
  { backends, model, requirePrice, warn, signal, timed = untimed }: QueryContext,
): Promise<AiQueryResponse> {
  const { language, intent, slots } = reading
  const backend = backends[intent]
  requirePrice(backend.price(parameters))
  for (const warning of warnings) warn(warning)
  const result = await backend.answer(parameters)
  const answered: Answered = {
    language,
    intent,
    parameters,
    result,
    ...(slots.units && { units: slots.units }),
    places: places.map((place) => toAnsweredPlace(place, language)),
  }
  const options = { language: locales[language], ...(signal && { signal }) }
  const written =
    model && (await timed('model', () => model.summarise(collectFacts(answered), options)))
  return {
    intent,
    parameters,
    result: result as Record<string, unknown>,
    summary: written ?? summarise(answered),
  }
}

function toAnsweredPlace(
  { role, text, position, result }: ResolvedPlace,
  language: string,
): AnsweredPlace {
  if (result) {
    return { role, text, name: renderPlace(result, { languages: [language] }).name, position }
  }
  return text === hereText
    ? { role, text: '', name: '', position }
    : { role, text, name: text, position }
}
