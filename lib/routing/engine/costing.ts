import {
  serviceDefaults,
  type TravelOptionsInput,
  type TravelType,
  travelTypes,
} from '#routing/schemas'
import { type EngineExclusions, type ExclusionsInput, makeEngineExclusions } from './exclusions.ts'

/** Part of a query that tells the engine how to weigh roads, and which roads to avoid at which times. */
export interface Costing extends EngineExclusions {
  costing: TravelType
  costing_options?: Record<string, unknown>
  /** Local time of departure, to the minute. */
  date_time?: { type: 1; value: string }
}

/** Fields of a request that determine the costing, as checked by its schema. */
export interface CostingInput extends ExclusionsInput {
  travel_options?: TravelOptionsInput | undefined
  departure_time?: string | undefined
}

/**
 * Returns the engine's costing for a travel type. Warns of options for other travel types, which are ignored.
 *
 * @param used All travel types of the request; options for these are not warned about.
 */
export function makeCosting(
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
  const requested = options?.[travel] as { type?: string } | undefined
  const merged = { ...pickDefaults(travel, requested?.type), ...requested }
  return {
    costing: travel,
    ...(Object.keys(merged).length > 0 && { costing_options: { [travel]: merged } }),
    ...makeEngineExclusions(request),
    ...(request.departure_time !== undefined && {
      date_time: { type: 1, value: request.departure_time.slice(0, 16) },
    }),
  }
}

function pickDefaults(travel: TravelType, type: string | undefined): object | undefined {
  // `serviceDefaults` lets walkers climb to save time, which does not suit a wheelchair: it keeps the engine's default.
  if (travel === 'pedestrian' && type === 'wheelchair') return undefined
  const defaults: Partial<Record<TravelType, object>> = serviceDefaults
  return defaults[travel]
}
