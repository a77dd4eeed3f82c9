import type * as z from 'zod'
import { type EndpointOptions, endpoint, type Operation, type RunContext } from '#platform/api'
import { ApiError, type ErrorCode, MissingDataError } from '#platform/errors'
import { listServedRegions } from '../served-regions.ts'
import type { RegionChoice } from './by-points.ts'
import { describeSwapped, explainOutside, insertRegionNames, isOutside } from './explain-outside.ts'
import { readRegionExtents } from './region-extents.ts'

/** Resources of an operation, by name; resources of a region are opened with the region's name. */
type Resources = Record<string, (region?: string) => Promise<unknown>>

type Opened<R extends Resources> = { [Name in keyof R]: Awaited<ReturnType<R[Name]>> }

interface RegionEndpointOptions<Input, Answer> extends EndpointOptions<Answer, Input> {
  choice: RegionChoice<Input, Answer>
}

/**
 * Makes an `endpoint` for an operation that one region answers, with the resources of that region. With one served
 * region it is an `endpoint` that also warns when an empty answer results from swapped coordinates.
 */
export function regionEndpoint<
  I extends z.ZodType,
  O extends z.ZodType,
  R extends Resources,
  Answer,
>(
  operation: Operation<I, O>,
  resources: R,
  run: (input: z.output<I>, context: RunContext & Opened<R>) => Promise<Answer>,
  { choice, ...options }: RegionEndpointOptions<z.output<I>, Answer>,
) {
  const regions = listServedRegions()
  const explainEmpty = async (input: z.output<I>, answer: Answer, { warn }: RunContext) => {
    if (!choice.isEmpty?.(answer)) return
    const { extents, fault } = await readRegionExtents()
    // The position may lie in the unreadable region.
    if (fault) return
    const asked = { ...choice, points: choice.points(input), extents }
    const refusal = choice.refusal?.(input, (point) => isOutside(point, extents, choice.data))
    if (refusal) throw explainOutside(refusal, asked)
    const warning = describeSwapped(asked)
    if (warning) warn(warning)
  }
  const inOnlyRegion = async (
    input: z.output<I>,
    context: RunContext & Opened<R>,
  ): Promise<Answer> => {
    const answer = await run(input, context)
    await explainEmpty(input, answer, context)
    return answer
  }
  if (regions.length === 1) return endpoint(operation, resources, inOnlyRegion, options)
  const inChosenRegion = async (input: z.output<I>, context: RunContext): Promise<Answer> => {
    const answerIn = async (region: string, own: RunContext) =>
      run(input, { ...(await open(resources, region)), ...own })
    try {
      const candidates = await choice.candidates(input, context)
      const searched = choice.searched(input)
      return await findFirstAnswer(candidates, answerIn, { ...choice, searched, context })
    } catch (error) {
      if (!(error instanceof ApiError) || !hasNoData(error)) throw error
      const { extents, fault } = await readRegionExtents()
      if (fault) throw error
      throw explainOutside(error, { ...choice, points: choice.points(input), extents })
    }
  }
  const answerOrExplain = async (input: z.output<I>, context: RunContext): Promise<Answer> => {
    const answer = await inChosenRegion(input, context)
    await explainEmpty(input, answer, context)
    return answer
  }
  return endpoint(operation, {}, answerOrExplain, {
    ...options,
    warm: async (warmUp) => {
      await Promise.all([warm(resources, regions), options.warm?.(warmUp)])
    },
  })
}

async function open<R extends Resources>(resources: R, region: string): Promise<Opened<R>> {
  const entries = Object.entries(resources).map(async ([name, opener]) => [
    name,
    await opener(region),
  ])
  return Object.fromEntries(await Promise.all(entries)) as Opened<R>
}

/** Opens the resources of all regions. A region that was built without the data does not count as a fault. */
async function warm(resources: Resources, regions: readonly string[]): Promise<void> {
  const opening = regions.flatMap((region) => Object.values(resources).map((open) => open(region)))
  for (const result of await Promise.allSettled(opening)) {
    if (result.status === 'rejected' && !(result.reason instanceof MissingDataError))
      throw result.reason
  }
}

/** Codes of errors that mean that a region has no road, place or data for a request. */
const withoutData: readonly ErrorCode[] = [
  'location_not_routable',
  'no_route',
  'match_failed',
  'area_outside_data',
  'geocode_failed',
]

function hasNoData(error: unknown): boolean {
  return (
    error instanceof MissingDataError ||
    (error instanceof ApiError && withoutData.includes(error.code))
  )
}

interface FirstOptions<Answer> extends Pick<RegionChoice<never, Answer>, 'isEmpty'> {
  context: RunContext
  /** Regions to search for the names of the request. */
  searched: readonly string[]
}

/**
 * Returns the answer of the first region that has data for it; if none has, the answer or error of the first region.
 */
async function findFirstAnswer<Answer>(
  regions: readonly string[],
  answerIn: (region: string, context: RunContext) => Promise<Answer>,
  { isEmpty = () => false, context, searched }: FirstOptions<Answer>,
): Promise<Answer> {
  let without: (() => Answer) | undefined
  for (const region of regions) {
    const warnings: string[] = []
    const passWarnings = (): void => {
      for (const warning of warnings) context.warn(warning)
    }
    const warn = (text: string) => void warnings.push(insertRegionNames(text, [region]))
    try {
      const answer = await answerIn(region, { ...context, warn })
      if (!isEmpty(answer)) {
        passWarnings()
        return answer
      }
      without ??= () => {
        passWarnings()
        return answer
      }
    } catch (error) {
      const named = insertNames(error, region, searched)
      if (!hasNoData(error)) {
        passWarnings()
        throw named
      }
      without ??= () => {
        passWarnings()
        throw named
      }
    }
  }
  return without!()
}

/** Replaces `this region` in an error with the names of regions. */
function insertNames(error: unknown, region: string, searched: readonly string[]): unknown {
  if (!(error instanceof ApiError) || error instanceof MissingDataError) return error
  const regions = error.code === 'geocode_failed' ? searched : [region]
  const message = insertRegionNames(error.message, regions)
  const { code, cause, fields } = error
  return message === error.message ? error : new ApiError(code, message, { cause, fields })
}
