import * as z from 'zod'
import type { RefinementContext } from '#platform/api/schemas'

export const RoundTripInput = z
  .object({
    distance_meters: z
      .number()
      .min(500)
      .max(200_000)
      .meta({ description: 'Wanted length, metres.', example: 10_000 }),
    seed: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(0)
      .meta({ description: 'Another seed gives another loop; the same one the same loop.' }),
    heading: z
      .number()
      .min(0)
      .max(360)
      .optional()
      .meta({
        description:
          'On which side of the start the loop lies, degrees clockwise from north. Without it the seed ' +
          'decides.',
      }),
  })
  .meta({
    id: 'RoundTrip',
    description:
      'A loop from one location back to it that repeats as little of its way as the roads allow, as ' +
      'runners and cyclists want it. Three directions are tried, and the best loop is taken. Warnings ' +
      'say when its length is over 10 % off, and when over 30 % of it is used twice, as in a valley ' +
      'with one road. Where the roads allow no length within 50 %: `no_route`.',
  })

/** Refines a request: one location with `round_trip`, two or more without. */
export function checkRoundTrip(
  { locations, round_trip }: { locations: readonly unknown[]; round_trip?: unknown },
  context: RefinementContext,
): void {
  const issue = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (round_trip === undefined && locations.length < 2) {
    issue('locations', 'must have at least 2 items, or 1 with round_trip')
  }
  if (round_trip !== undefined && locations.length > 1) {
    issue('locations', 'must have exactly 1 item with round_trip: the start, where it also ends')
  }
}
