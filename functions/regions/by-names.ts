import type { LatLon } from '#ground/geo'
import { coordinatesIn, namedPlaces, search } from '#places/search'
import type { RunContext } from '#platform/api'
import { MissingDataError } from '#platform/errors'
import { regionGazetteer } from '../geocoding/region-gazetteer.ts'
import { listServedRegions } from '../served-regions.ts'
import { listAskedRegions } from './asked-region.ts'
import { findCandidates, type RegionChoice } from './by-points.ts'
import { acrossRegions } from './region-of-points.ts'

interface NamedText {
  text: string
  /** ISO 3166-1 alpha-3 codes; all countries if undefined. */
  countries?: readonly string[] | undefined
}

/** Parts of a request that locate it: points, and texts that name a place. */
interface Whereabouts {
  points: readonly LatLon[]
  texts: readonly NamedText[]
  /** Region that the request names; then no other region is asked. */
  region?: string | undefined
}

/** Minimum confidence of a certain match. If one region has such a match, weaker matches elsewhere do not count. */
const minSureConfidence = 0.8

/**
 * Chooses the region by the points of a request and the places that its texts name: the region that contains all of
 * them, with the highest confidence. If every text names a place but no region contains all, the call is
 * `across_regions`. If a text names no place, the likeliest region answers and reports that.
 *
 * Throws `service_unavailable` when the places of any region cannot be read, since it might be the right one.
 */
export function chooseByNames<Input, Answer>(
  whereabouts: (input: Input) => Whereabouts,
  isEmpty?: (answer: Answer) => boolean,
): RegionChoice<Input, Answer> {
  return {
    candidates: async (input, { signal }) => {
      const { points, texts, region } = whereabouts(input)
      if (region !== undefined) return [region]
      const written = texts.flatMap(({ text }) => coordinatesIn(text) ?? [])
      const located = [...points, ...written]
      const regions = located.length > 0 ? await findCandidates(located) : listServedRegions()
      const names = texts.filter(({ text }) => !coordinatesIn(text))
      return names.length === 0 ? regions : await selectHavingAll(regions, names, { signal })
    },
    points: (input) => whereabouts(input).points,
    data: 'roads',
    searched: (input) => listAskedRegions(whereabouts(input).region),
    ...(isEmpty && { isEmpty }),
  }
}

/**
 * Returns the regions that contain all places, with the highest total confidence; if none does, the likeliest region.
 */
async function selectHavingAll(
  regions: readonly string[],
  names: readonly NamedText[],
  context: Pick<RunContext, 'signal'>,
): Promise<readonly string[]> {
  const served = listServedRegions()
  const confidences = new Map(
    await Promise.all(
      served.map(async (region) => {
        const ofNames = names.map((name) => measureConfidence(region, name, context))
        return [region, await Promise.all(ofNames)] as const
      }),
    ),
  )
  const best = names.map((_, i) =>
    Math.max(...served.map((region) => confidences.get(region)![i]!)),
  )
  const has = (region: string, i: number): boolean => {
    const confidence = confidences.get(region)![i]!
    return confidence > 0 && (confidence >= minSureConfidence || best[i]! < minSureConfidence)
  }
  const sum = (region: string) => confidences.get(region)!.reduce((a, b) => a + b, 0)
  const likeliest = (among: readonly string[]): string[] => {
    const most = Math.max(...among.map(sum))
    return among.filter((region) => sum(region) === most)
  }
  const having = regions.filter((region) => names.every((_, i) => has(region, i)))
  if (having.length > 0) return likeliest(having)
  const homes = names.map((_, i) => served.find((region) => has(region, i)))
  if (homes.includes(undefined)) return likeliest(regions).slice(0, 1)
  const isByPoint = regions.length < served.length
  throw acrossRegions([
    ...new Set([...(isByPoint ? regions.slice(0, 1) : []), ...homes]),
  ] as string[])
}

/** Returns the confidence of the first result; 0 when the region has no matching place. */
async function measureConfidence(
  region: string,
  { text, countries }: NamedText,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<number> {
  try {
    const gazetteer = await regionGazetteer(region)
    const query = { text, size: 1, ...(countries && { countries }) }
    const found = await search(gazetteer, query, { signal, warn: () => {} })
    return namedPlaces(text, found)[0]?.confidence ?? 0
  } catch (error) {
    if (error instanceof MissingDataError) return 0
    throw error
  }
}
