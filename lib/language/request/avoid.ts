import type { TravelType } from '#routing/schemas'
import type { Avoidance } from '../reader/index.ts'

type Options = Readonly<Record<string, number | boolean>>

/** Little, as `use_hills` of the operations has it: 0 is however long the way around. */
const little = 0.1

/** Seconds that a flight of stairs may save before it is taken. */
const stairsPenaltySeconds = 600

const byMotor: Partial<Record<Avoidance, Options>> = {
  tolls: { exclude_tolls: true },
  ferries: { exclude_ferries: true },
  highways: { exclude_highways: true },
  unpaved: { exclude_unpaved: true },
  // No vehicle takes stairs.
  stairs: {},
}

/** What is avoided, as travel options; absent where a travel type has no such option. */
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
 * `travel_options` for what a query avoids; undefined where nothing needs one. Warns of what the travel type cannot
 * avoid.
 */
export function travelOptions(
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
