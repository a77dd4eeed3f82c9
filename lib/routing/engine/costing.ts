import { ApiError } from '../../errors/index.ts'
import {
  optionsSchemas,
  type TravelOptionsInput,
  type TravelType,
  travelOptionsIssues,
  travelTypes,
} from '../schemas/index.ts'

/** What the engine calls its costing and that costing's options, to be spread into a query. */
export interface Costing {
  costing: TravelType
  costing_options?: Record<string, Record<string, unknown>>
}

/**
 * The engine's costing for a travel type. Warns of options for other travel types, which count for
 * nothing. `used` names the travel types of an operation that takes several.
 *
 * Throws `bad_request` with `details` when the options of this travel type are not valid.
 */
export function costingFor(
  travel: TravelType,
  options: TravelOptionsInput | undefined,
  warn: (text: string) => void,
  used: readonly TravelType[] = [travel],
): Costing {
  const issues = travelOptionsIssues([travel], options)
  if (issues.length > 0) {
    const details = issues.map(({ path, message }) => ({
      path: path.map(String).join('.'),
      message,
    }))
    throw new ApiError('bad_request', `${details[0]!.path} ${details[0]!.message}.`, {
      fields: { details },
    })
  }
  for (const other of travelTypes) {
    if (options?.[other] !== undefined && !used.includes(other)) {
      warn(`ignored travel_options.${other}: the travel type is ${used.join(', ')}`)
    }
  }
  const given = options?.[travel]
  if (given === undefined) return { costing: travel }
  return { costing: travel, costing_options: { [travel]: optionsSchemas[travel].parse(given) } }
}
