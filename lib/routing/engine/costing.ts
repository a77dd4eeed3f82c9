import { type TravelOptionsInput, type TravelType, travelTypes } from '../schemas/index.ts'

/** The engine's costing and its options, to be spread into a query. */
export interface Costing {
  costing: TravelType
  costing_options?: Record<string, unknown>
}

/**
 * The engine's costing for a travel type. Warns of options for other travel types, which are ignored.
 *
 * @param options As checked by the schema of the request.
 * @param used The travel types of an operation that takes several.
 */
export function costingFor(
  travel: TravelType,
  options: TravelOptionsInput | undefined,
  warn: (text: string) => void,
  used: readonly TravelType[] = [travel],
): Costing {
  for (const other of travelTypes) {
    if (options?.[other] !== undefined && !used.includes(other)) {
      warn(`ignored travel_options.${other}: the travel type is ${used.join(', ')}`)
    }
  }
  const given = options?.[travel]
  return given === undefined
    ? { costing: travel }
    : { costing: travel, costing_options: { [travel]: given } }
}
