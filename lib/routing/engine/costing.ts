import {
  serviceDefaults,
  type TravelOptionsInput,
  type TravelType,
  travelTypes,
} from '../schemas/index.ts'
import { type EngineExclusions, type ExclusionsInput, engineExclusions } from './exclusions.ts'

/** How the engine weighs roads and which it may not use, to be spread into a query. */
export interface Costing extends EngineExclusions {
  costing: TravelType
  costing_options?: Record<string, unknown>
}

/** The fields of a request that decide the costing, as checked by its schema. */
export interface CostingInput extends ExclusionsInput {
  travel_options?: TravelOptionsInput | undefined
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
  const defaults: Partial<Record<TravelType, object>> = serviceDefaults
  const given = { ...defaults[travel], ...(options?.[travel] as object | undefined) }
  return {
    costing: travel,
    ...(Object.keys(given).length > 0 && { costing_options: { [travel]: given } }),
    ...engineExclusions(request),
  }
}
