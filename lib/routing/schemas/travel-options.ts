import * as z from 'zod'
import type { RefinementContext } from '#platform/api/schemas'
import { BicycleOptions } from './options/bicycle.ts'
import { AutoOptions, BusOptions } from './options/motor.ts'
import { PedestrianOptions } from './options/pedestrian.ts'
import { TruckOptions } from './options/truck.ts'
import { type TravelType, travelTypes } from './travel.ts'

/** Options of each travel type. They are strict, since a mistyped `height` must not send a truck under a bridge. */
export const optionsSchemas = {
  auto: AutoOptions,
  bicycle: BicycleOptions,
  pedestrian: PedestrianOptions,
  bus: BusOptions,
  truck: TruckOptions,
} satisfies Record<TravelType, z.ZodObject>

/** Documents a schema as `options` but accepts anything: the travel type decides which of the five is checked. */
function acceptAny<O extends z.ZodObject>(options: O) {
  return z
    .union([options, z.unknown()])
    .optional()
    .meta({
      override: ({ jsonSchema }) => {
        const documented = jsonSchema.anyOf?.[0]
        delete jsonSchema.anyOf
        Object.assign(jsonSchema, documented)
      },
    })
}

/**
 * `travel_options`. Only the object of the requested travel type is read, so the others are not checked here; {@link
 * checkTravelOptions} checks the object that is read.
 */
export const TravelOptions = z
  .looseObject({
    auto: acceptAny(AutoOptions),
    bicycle: acceptAny(BicycleOptions),
    pedestrian: acceptAny(PedestrianOptions),
    bus: acceptAny(BusOptions),
    truck: acceptAny(TruckOptions),
  })
  .meta({
    id: 'TravelOptions',
    description:
      'Preferences, in an object named after the travel type. Objects of other travel types are ' +
      'ignored with a warning; an unknown key or a value out of its range in the one that counts is ' +
      'refused.',
    override: { additionalProperties: false },
  })

export type TravelOptionsInput = z.output<typeof TravelOptions>

/**
 * Refines a request: the options of its travel type, or of each of its travel types, must be valid. Options are
 * checked nowhere else, so everything that takes a request relies on this.
 */
export function checkTravelOptions(
  request: {
    travel?: TravelType
    travel_modes?: readonly TravelType[]
    travel_options?: TravelOptionsInput | undefined
  },
  context: RefinementContext,
): void {
  const { travel, travel_modes = travel ? [travel] : [], travel_options = {} } = request
  const issue = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path: ['travel_options', ...path], message })
  for (const name of Object.keys(travel_options)) {
    if ((travelTypes as readonly string[]).includes(name)) continue
    issue([name], `is no travel type; put options under one of ${travelTypes.join(', ')}`)
  }
  for (const used of travel_modes) {
    const options = travel_options[used]
    if (options === undefined) continue
    const { error } = optionsSchemas[used].safeParse(options)
    for (const { path, message } of error?.issues ?? []) issue([used, ...path], message)
  }
}
