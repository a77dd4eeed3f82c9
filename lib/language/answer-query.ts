import type { Gazetteer } from '#places/gazetteer'
import { renderPlace } from '#places/search'
import { type Timed, untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { knownTowns } from './known-towns.ts'
import type { LanguageModel } from './model/index.ts'
import { knownNames } from './names/index.ts'
import { type Intent, type PlaceSlot, type Reading, readQueryWithPauses } from './reader/index.ts'
import { backendRequest, type PlacePoint } from './request/index.ts'
import { hereText, placesError, type ResolvedPlace, resolvePlaces } from './resolve/index.ts'
import type { AiQueryRequest, AiQueryResponse } from './schemas/index.ts'
import { ambiguityOf } from './suggestions/index.ts'
import { type Answered, type AnsweredPlace, factsOf, summarise } from './summary/index.ts'

/** An operation that answers queries. */
export interface QueryBackend {
  /** Micro-dollars for a request with these parameters. */
  price(parameters: Record<string, unknown>): number
  answer(parameters: Record<string, unknown>): Promise<unknown>
}

export interface QueryContext {
  gazetteer: Gazetteer
  backends: Readonly<Record<Intent, QueryBackend>>
  /** Reads what the rules cannot, and writes the summary; optional. */
  model?: LanguageModel | undefined
  /** Throws when the account cannot pay for the answer of a backend with this price. */
  requirePrice(microdollars: number): void
  warn(text: string): void
  signal?: AbortSignal
  timed?: Timed
  /** Time of the request. */
  now?: Date
}

type Request = Extract<Reading, { refusal?: undefined }>
type Refusal = Extract<Reading, { refusal: unknown }>

/** A request that can be put to its backend. */
interface SettledQuery {
  reading: Request
  places: readonly ResolvedPlace[]
  parameters: Record<string, unknown>
  warnings: readonly string[]
}

/** Why a query cannot be put to a backend, and whether another reading of it may. */
interface UnsettledQuery {
  error: ApiError
  isOpen: boolean
}

/** Locales of instructions; names of places come in the language alone. */
const locales = {
  en: 'en-US',
  fr: 'fr-FR',
  de: 'de-DE',
  es: 'es-ES',
  it: 'it-IT',
  pt: 'pt-PT',
} as const

/**
 * Answers a question in words: reads it, finds its places, runs the operation that it asks for, and says the answer
 * in words.
 *
 * The rules read first. A model is asked only where they find no request or a place is not known; what no operation
 * answers is refused without it.
 *
 * Throws `ambiguous_query` (with `suggestions`), `geocode_failed` (with `partial`), `payment_required`, the errors of
 * the operation, `service_unavailable`.
 */
export async function answerQuery(
  { query, context, region }: AiQueryRequest,
  run: QueryContext,
): Promise<AiQueryResponse> {
  const { timed = untimed, model, signal } = run
  const hasLocation = context?.location !== undefined
  const isName = await timed('names', () =>
    knownNames(query, run.gazetteer, { ...(signal && { signal }) }),
  )
  const reading = await timed('read', () =>
    readQueryWithPauses(query, { hasLocation, isName }, signal),
  )
  let outcome = await settle(reading, context, run)
  if ('error' in outcome && outcome.isOpen && model) {
    const options = { hasLocation, ...(signal && { signal }) }
    const other = await timed('model', () => model.extract(query, options))
    const second = other && (await settle(other, context, run))
    if (second && !('error' in second)) outcome = second
  }
  if ('error' in outcome) throw outcome.error
  const { parameters } = outcome
  // A search is told, too: it would ask every region.
  if (region && outcome.reading.intent === 'geocode') Object.assign(parameters, { region })
  return await answer(outcome, run)
}

/** What a reading asks of its backend. */
async function settle(
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
  const requestOf = (places: readonly PlacePoint[], warn: (text: string) => void) =>
    backendRequest(intent, places, {
      slots: rest,
      language: intent === 'geocode' || intent === 'reverse_geocode' ? language : locales[language],
      ...context,
      now,
      warn,
    })
  // Limits are checked before anything is searched for.
  const divisions = [likeliest, ...otherPlaces]
  const within = divisions.filter((slots) => !requestOf(slots.map(somewhere), () => {}).limit)
  if (within.length === 0) {
    const { limit } = requestOf(likeliest.map(somewhere), () => {})
    return await beyondLimits(reading, limit!, run)
  }
  const resolution = await timed('places', () =>
    resolvePlaces(within, { gazetteer, ...context, ...(signal && { signal }), warn }),
  )
  if (resolution.isRelative) {
    const refusal = 'relative_without_location'
    return await refuse({ language, intent, refusal, places: likeliest }, run)
  }
  if (resolution.missing) {
    return { error: placesError(intent, resolution.missing, context?.country), isOpen: true }
  }
  const { places } = resolution
  const request = requestOf(places.map(pointOf), warn)
  if (request.limit !== undefined) return await beyondLimits(reading, request.limit, run)
  return { reading, places, parameters: request.parameters, warnings }
}

/** A place before it is known where it is. */
function somewhere(slot: PlaceSlot): PlacePoint {
  const text = slot.kind === 'here' ? '' : slot.text
  return { role: slot.role, text, position: { lat: 0, lon: 0 } }
}

function pointOf({ role, text, position, result }: ResolvedPlace): PlacePoint {
  const isCountry = result?.place.type === 'country'
  return { role, text, position, ...(isCountry && { countryCode: result.place.countryCode }) }
}

/** Refusals that another reading of the text may lift; the others are of what is asked for. */
const openRefusals: readonly Refusal['refusal'][] = ['no_request', 'incomplete']

async function refuse(refused: Refusal, run: QueryContext): Promise<UnsettledQuery> {
  const examples = await examplesOf(run)
  const { message, suggestions } = ambiguityOf({ ...refused, ...examples })
  const error = new ApiError('ambiguous_query', message, { fields: { suggestions } })
  return { error, isOpen: openRefusals.includes(refused.refusal) }
}

/** Names of towns of the region, and a position in it, for suggestions. */
async function examplesOf({ gazetteer, signal }: QueryContext) {
  const towns = await knownTowns(gazetteer, signal)
  return { examples: towns.map(({ name }) => name), examplePosition: towns[0]?.position }
}

async function beyondLimits(
  { language, intent, slots: { places } }: Request,
  limit: string,
  run: QueryContext,
): Promise<UnsettledQuery> {
  const examples = await examplesOf(run)
  const { suggestions } = ambiguityOf({
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
    places: places.map((place) => answeredPlace(place, language)),
  }
  const options = { language: locales[language], ...(signal && { signal }) }
  const written = model && (await timed('model', () => model.summarise(factsOf(answered), options)))
  return {
    intent,
    parameters,
    result: result as Record<string, unknown>,
    summary: written ?? summarise(answered),
  }
}

function answeredPlace(
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
