import type { TravelType } from '#routing/schemas'
import type { Avoidance } from '../reader/index.ts'

type Options = Readonly<Record<string, number | boolean>>

/** Low preference on the scale of `use_hills`; 0 would avoid hills at any detour. */
const little = 0.1

/** Time that a flight of stairs must save before it is taken, seconds. */
const stairsPenaltySeconds = 600

const byMotor: Partial<Record<Avoidance, Options>> = {
  tolls: { exclude_tolls: true },
  ferries: { exclude_ferries: true },
  highways: { exclude_highways: true },
  unpaved: { exclude_unpaved: true },
  // Vehicles never use stairs.
  stairs: {},
}

/** Travel options for each avoidance; absent where a travel type has no such option. */
const options: Record<TravelType, Partial<Record<Avoidance, Options>>> = {
  auto: byMotor,
  bus: byMotor,
  truck: byMotor,
  bicycle: {
    tolls: {},
    highways: {},
    stairs: {},
    ferries: { use_ferry: 0 },
    unpaved: { avoid_bad_surfaces: 1 },
    hills: { use_hills: little },
  },
  pedestrian: {
    tolls: {},
    highways: {},
    ferries: { use_ferry: 0 },
    hills: { use_hills: little },
    stairs: { step_penalty: stairsPenaltySeconds },
  },
}

/**
 * Builds `travel_options` for the avoidances of a query; undefined when none is needed. Warns of avoidances that the
 * travel type does not support.
 */
export function buildTravelOptions(
  travel: TravelType,
  avoid: readonly Avoidance[] = [],
  warn: (text: string) => void,
): Record<string, Options> | undefined {
  const chosen: Record<string, number | boolean> = {}
  for (const thing of avoid) {
    const option = options[travel][thing]
    if (option) Object.assign(chosen, option)
    else warn(`${thing} cannot be avoided with travel ${travel}`)
  }
  return Object.keys(chosen).length > 0 ? { [travel]: chosen } : undefined
}
