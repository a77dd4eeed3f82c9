import type { LatLon } from '#ground/geo'
import type { LanguageModel } from '#language'
import type { Gazetteer } from '#places/gazetteer'
import { ApiError } from '#platform/errors'
import {
  acrossRegions,
  findCandidates,
  insertRegionNames,
  listAskedRegions,
  nameRegions,
  type Regional,
} from '../../regions/index.ts'
import { listServedRegions } from '../../served-regions.ts'

interface Where {
  /** The region that the request names. */
  region?: string | undefined
  /** Position of the caller. */
  location?: LatLon | undefined
}

interface Refusal {
  region: string
  error: ApiError
}

/**
 * Returns the answer of the first region that knows all places of a query. Regions around the caller's location come
 * first, then the others in the order in which they are served.
 *
 * Throws `across_regions` when each place is known, but in different regions; otherwise the error of the region that
 * knows most of them. Throws `service_unavailable` when a region to be asked is unavailable.
 */
export async function answerInRegions<Answer>(
  gazetteers: Regional<Gazetteer>,
  { region, location }: Where,
  ask: (gazetteer: Gazetteer) => Promise<Answer>,
): Promise<Answer> {
  const regions = listAskedRegions(region)
  if (listServedRegions().length === 1) return await ask(gazetteers.in(regions[0]!))
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
  throw combineRefusals(refusals, regions)
}

/** Makes a model that reads a query only once, however many regions are asked. */
export function readOnce(model: LanguageModel): LanguageModel {
  let reading: ReturnType<LanguageModel['extract']> | undefined
  return {
    extract: (query, options) => {
      reading ??= model.extract(query, options)
      return reading
    },
    summarise: (facts, options) => model.summarise(facts, options),
  }
}

/** Returns whether another region may know the words or places that this one does not. */
function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    (error.code === 'ambiguous_query' || error.code === 'geocode_failed')
  )
}

const listResolved = ({ error }: Refusal): string[] =>
  error.fields.partial?.resolved_locations.map(({ text }) => text) ?? []

function combineRefusals(refusals: readonly Refusal[], regions: readonly string[]): ApiError {
  const byKnown = refusals.toSorted((a, b) => listResolved(b).length - listResolved(a).length)
  const likeliest = byKnown.find(({ error }) => error.fields.partial) ?? byKnown[0]!
  const missing = likeliest.error.fields.partial?.unresolved_locations ?? []
  const homes = missing.map(({ text }) =>
    refusals.find((other) => listResolved(other).includes(text)),
  )
  const isApart = homes.every((home) => home !== undefined)
  if (missing.length > 0 && isApart && listResolved(likeliest).length > 0)
    return acrossRegions([...new Set([likeliest.region, ...homes.map((home) => home!.region)])])
  const { code, cause, fields } = likeliest.error
  const message = homes.some((home) => home !== undefined)
    ? missing.map(({ text }, i) => explainMissing(text, { home: homes[i], regions })).join(' ')
    : insertRegionNames(likeliest.error.message, regions)
  return new ApiError(code, message, { cause, fields })
}

/** Writes a sentence about a place that the likeliest region does not contain. */
function explainMissing(
  text: string,
  { home, regions }: { home: Refusal | undefined; regions: readonly string[] },
): string {
  return home
    ? `The place "${text}" is in ${nameRegions([home.region])}, apart from the others.`
    : `No place "${text}" is known in ${nameRegions(regions)}: check its name.`
}
