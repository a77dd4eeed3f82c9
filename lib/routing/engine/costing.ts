import {
  serviceDefaults,
  type TravelOptionsInput,
  type TravelType,
  travelTypes,
} from '#routing/schemas'
import { type EngineExclusions, type ExclusionsInput, engineExclusions } from './exclusions.ts'

/** How the engine weighs roads, which it may not use and when, to be spread into a query. */
export interface Costing extends EngineExclusions {
  costing: TravelType
  costing_options?: Record<string, unknown>
  /** Local time of departure, to the minute. */
  date_time?: { type: 1; value: string }
}

/** The fields of a request that decide the costing, as checked by its schema. */
export interface CostingInput extends ExclusionsInput {
  travel_options?: TravelOptionsInput | undefined
  departure_time?: string | undefined
}

/**
 * The engine's costing for a travel type. Warns of options for other travel types, which are ignored.
 *
 * @param used The travel types of an operation that takes several.
 */
export function costingFor(
  travel: TravelType,
  request: CostingInput,
  warn: (text: string) => void,
  used: readonly TravelType[] = [travel],
): Costing {
  const options = request.travel_options
  for (const other of travelTypes) {
    if (options?.[other] !== undefined && !used.includes(other)) {
      warn(`ignored travel_options.${other}: the travel type is ${used.join(', ')}`)
    }
  }
  const asked = options?.[travel] as { type?: string } | undefined
  const given = { ...defaultsOf(travel, asked?.type), ...asked }
  return {
    costing: travel,
    ...(Object.keys(given).length > 0 && { costing_options: { [travel]: given } }),
    ...engineExclusions(request),
    ...(request.departure_time !== undefined && {
      date_time: { type: 1, value: request.departure_time.slice(0, 16) },
    }),
  }
}

function defaultsOf(travel: TravelType, type: string | undefined): object | undefined {
  // Steep ways are no gain in time for a wheelchair: it keeps the engine's default.
  if (travel === 'pedestrian' && type === 'wheelchair') return undefined
  const defaults: Partial<Record<TravelType, object>> = serviceDefaults
  return defaults[travel]
}
