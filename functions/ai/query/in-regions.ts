import type { LatLon } from '#ground/geo'
import type { LanguageModel } from '#language'
import type { Gazetteer } from '#places/gazetteer'
import { ApiError } from '#platform/errors'
import {
  acrossRegions,
  askedRegion,
  findCandidates,
  inRegions,
  nameRegions,
  type Regional,
} from '../../regions/index.ts'
import { servedRegions } from '../../served-regions.ts'

interface Where {
  /** The region that the request names. */
  region?: string | undefined
  /** Where the caller is. */
  location?: LatLon | undefined
}

interface Refusal {
  region: string
  error: ApiError
}

/**
 * The answer of the first region that knows all places of a query: that of the caller's location, then in the order
 * in which they are served.
 *
 * Throws `across_regions` when each place is known, but in different regions; otherwise what the region that knows
 * most of them says. `service_unavailable` when a region that would be asked is.
 */
export async function answerInRegions<Answer>(
  gazetteers: Regional<Gazetteer>,
  { region, location }: Where,
  ask: (gazetteer: Gazetteer) => Promise<Answer>,
): Promise<Answer> {
  const regions = askedRegion(region)
  if (servedRegions().length === 1) return await ask(gazetteers.in(regions[0]!))
  const here = location && region === undefined ? await findCandidates([location]) : []
  const refusals: Refusal[] = []
  for (const name of new Set([...here, ...regions])) {
    try {
      return await ask(gazetteers.in(name))
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusals.push({ region: name, error })
    }
  }
  throw refusalOf(refusals, regions)
}

/** A model that reads a query once, however many regions are asked. */
export function readingOnce(model: LanguageModel): LanguageModel {
  let reading: ReturnType<LanguageModel['extract']> | undefined
  return {
    extract: (query, options) => {
      reading ??= model.extract(query, options)
      return reading
    },
    summarise: (facts, options) => model.summarise(facts, options),
  }
}

/** Another region may know the words or places that this one does not. */
function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    (error.code === 'ambiguous_query' || error.code === 'geocode_failed')
  )
}

const resolvedBy = ({ error }: Refusal): string[] =>
  error.fields.partial?.resolved_locations.map(({ text }) => text) ?? []

function refusalOf(refusals: readonly Refusal[], regions: readonly string[]): ApiError {
  const byKnown = refusals.toSorted((a, b) => resolvedBy(b).length - resolvedBy(a).length)
  const likeliest = byKnown.find(({ error }) => error.fields.partial) ?? byKnown[0]!
  const missing = likeliest.error.fields.partial?.unresolved_locations ?? []
  const homes = missing.map(({ text }) =>
    refusals.find((other) => resolvedBy(other).includes(text)),
  )
  const isApart = homes.every((home) => home !== undefined)
  if (missing.length > 0 && isApart && resolvedBy(likeliest).length > 0)
    return acrossRegions([...new Set([likeliest.region, ...homes.map((home) => home!.region)])])
  const { code, cause, fields } = likeliest.error
  const message = homes.some((home) => home !== undefined)
    ? missing.map(({ text }, i) => sentenceOf(text, { home: homes[i], regions })).join(' ')
    : inRegions(likeliest.error.message, regions)
  return new ApiError(code, message, { cause, fields })
}

/** What is known of a place that the likeliest region does not have. */
function sentenceOf(
  text: string,
  { home, regions }: { home: Refusal | undefined; regions: readonly string[] },
): string {
  return home
    ? `The place "${text}" is in ${nameRegions([home.region])}, apart from the others.`
    : `No place "${text}" is known in ${nameRegions(regions)}: check its name.`
}
