import type * as z from 'zod'
import {
  type EndpointOptions,
  endpoint,
  type Operation,
  type RunContext,
} from '../../lib/api/index.ts'
import { ApiError, type ErrorCode, MissingDataError } from '../../lib/errors/index.ts'
import { servedRegions } from '../served-regions.ts'
import type { RegionChoice } from './by-points.ts'

/** What an operation works with, by name; those of a region are asked for by its name. */
type Resources = Record<string, (region?: string) => Promise<unknown>>

type Opened<R extends Resources> = { [Name in keyof R]: Awaited<ReturnType<R[Name]>> }

interface RegionEndpointOptions<Input, Answer> extends EndpointOptions<Answer, Input> {
  choice: RegionChoice<Input, Answer>
}

/**
 * As `endpoint`, for an operation that one region answers: with the resources of that region. With one served
 * region it is `endpoint`.
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
  const regions = servedRegions()
  if (regions.length === 1) return endpoint(operation, resources, run, options)
  const inChosenRegion = async (input: z.output<I>, context: RunContext): Promise<Answer> => {
    const answerIn = async (region: string, own: RunContext) =>
      run(input, { ...(await open(resources, region)), ...own })
    const candidates = await choice.candidates(input, context)
    return await firstWithData(candidates, answerIn, { ...choice, context })
  }
  return endpoint(operation, {}, inChosenRegion, {
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

/** Opens the resources of all regions. A region that was built without the data is no fault. */
async function warm(resources: Resources, regions: readonly string[]): Promise<void> {
  const opening = regions.flatMap((region) => Object.values(resources).map((open) => open(region)))
  for (const result of await Promise.allSettled(opening)) {
    if (result.status === 'rejected' && !(result.reason instanceof MissingDataError))
      throw result.reason
  }
}

/** Errors that say that a region has no road, no place or no data for a request. */
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
}

/** The answer of the first region that has data for it; where none has, what the first region says. */
async function firstWithData<Answer>(
  regions: readonly string[],
  answerIn: (region: string, context: RunContext) => Promise<Answer>,
  { isEmpty = () => false, context }: FirstOptions<Answer>,
): Promise<Answer> {
  let without: (() => Answer) | undefined
  for (const region of regions) {
    const warnings: string[] = []
    const warned = (answer: Answer): Answer => {
      for (const warning of warnings) context.warn(warning)
      return answer
    }
    try {
      const answer = await answerIn(region, { ...context, warn: (text) => warnings.push(text) })
      if (!isEmpty(answer)) return warned(answer)
      without ??= () => warned(answer)
    } catch (error) {
      if (!hasNoData(error)) throw error
      without ??= () => {
        throw error
      }
    }
  }
  return without!()
}
