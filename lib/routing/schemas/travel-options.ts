import * as z from 'zod'
import { BicycleOptions } from './options/bicycle.ts'
import { AutoOptions, BusOptions } from './options/motor.ts'
import { PedestrianOptions } from './options/pedestrian.ts'
import { TruckOptions } from './options/truck.ts'
import { type TravelType, travelTypes } from './travel.ts'

/** The options of each travel type: strict, since a mistyped `height` must not send a truck under a bridge. */
export const optionsSchemas = {
  auto: AutoOptions,
  bicycle: BicycleOptions,
  pedestrian: PedestrianOptions,
  bus: BusOptions,
  truck: TruckOptions,
} satisfies Record<TravelType, z.ZodObject>

/** Documented as `options`, accepting anything: which of the five counts is known only with `travel`. */
function unread<O extends z.ZodObject>(options: O) {
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
 * `travel_options`: only the object of the asked travel type is read, so what the others hold is not
 * looked at here; {@link travelOptionsIssues} checks the one that counts.
 */
export const TravelOptions = z
  .looseObject({
    auto: unread(AutoOptions),
    bicycle: unread(BicycleOptions),
    pedestrian: unread(PedestrianOptions),
    bus: unread(BusOptions),
    truck: unread(TruckOptions),
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

/** One thing that is wrong, with its path within the request body. */
export interface OptionsIssue {
  path: PropertyKey[]
  message: string
}

/** What is wrong with the options for these travel types; empty when all is well. */
export function travelOptionsIssues(
  travels: readonly TravelType[],
  options: TravelOptionsInput | undefined,
): OptionsIssue[] {
  const issues: OptionsIssue[] = []
  for (const name of Object.keys(options ?? {})) {
    if (isTravelType(name)) continue
    issues.push({
      path: ['travel_options', name],
      message: `is no travel type; put options under one of ${travelTypes.join(', ')}`,
    })
  }
  for (const travel of travels) {
    const given = options?.[travel]
    if (given === undefined) continue
    const parsed = optionsSchemas[travel].safeParse(given)
    for (const issue of parsed.error?.issues ?? []) {
      issues.push({
        path: ['travel_options', travel, ...issue.path],
        message: issue.message,
      })
    }
  }
  return issues
}

/** The check of a request, for zod: of the options of its travel type, or of each of its travel types. */
export function checkTravelOptions(
  request: {
    travel?: TravelType
    travel_modes?: readonly TravelType[]
    travel_options?: TravelOptionsInput | undefined
  },
  context: { addIssue(issue: { code: 'custom'; path: PropertyKey[]; message: string }): void },
): void {
  const { travel, travel_modes = travel ? [travel] : [], travel_options } = request
  for (const { path, message } of travelOptionsIssues(travel_modes, travel_options)) {
    context.addIssue({ code: 'custom', path, message })
  }
}

function isTravelType(name: string): name is TravelType {
  return (travelTypes as readonly string[]).includes(name)
}
