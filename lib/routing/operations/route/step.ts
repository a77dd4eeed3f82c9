import type * as z from 'zod'
import { roundMeters, roundSeconds } from '#ground/geo'
import type { EngineManeuver, EngineSignElement } from '#routing/engine'
import { laneIndications, type StepSchema, stepTypes, type travelModes } from '#routing/schemas'

export type Step = z.output<typeof StepSchema>

/**
 * Converts a maneuver to a step. `gates` are positions in the leg's shape; a gate at the last position of a step
 * belongs to the next step.
 */
export function describeStep(maneuver: EngineManeuver, gates: readonly number[]): Step {
  const { begin_shape_index, end_shape_index } = maneuver
  const step: Step = {
    type: stepTypes[maneuver.type] ?? 'none',
    instruction: maneuver.instruction,
    street_names: maneuver.street_names ?? [],
    distance_meters: roundMeters(maneuver.length * 1000),
    duration_seconds: roundSeconds(maneuver.time),
    begin_shape_index,
    end_shape_index,
    travel_mode: maneuver.travel_mode as (typeof travelModes)[number],
    flags: {
      toll: maneuver.toll ?? false,
      ferry: maneuver.ferry ?? false,
      rough: maneuver.rough ?? false,
      gate: gates.some((gate) => gate >= begin_shape_index && gate < end_shape_index),
      highway: maneuver.highway ?? false,
    },
  }
  put(step, 'verbal_alert', maneuver.verbal_transition_alert_instruction)
  put(step, 'verbal_instruction', maneuver.verbal_pre_transition_instruction)
  put(step, 'bearing_before', maneuver.bearing_before)
  put(step, 'bearing_after', maneuver.bearing_after)
  put(step, 'roundabout_exit_count', maneuver.roundabout_exit_count)
  put(step, 'exit_sign', maneuver.sign && describeSign(maneuver.sign))
  put(step, 'lanes', maneuver.lanes?.map(describeLane))
  return step
}

/** Sets a field. Empty fields are absent rather than null. */
function put<T extends object, Name extends keyof T>(target: T, name: Name, value: T[Name]): void {
  if (value !== undefined) target[name] = value
}

function describeSign(sign: NonNullable<EngineManeuver['sign']>): Step['exit_sign'] {
  const exitSign: NonNullable<Step['exit_sign']> = {}
  put(exitSign, 'exit_number', join(sign.exit_number_elements))
  put(exitSign, 'exit_branch', join(sign.exit_branch_elements))
  put(exitSign, 'exit_toward', join(sign.exit_toward_elements))
  put(exitSign, 'exit_name', join(sign.exit_name_elements))
  return Object.keys(exitSign).length > 0 ? exitSign : undefined
}

function join(elements: readonly EngineSignElement[] | undefined): string | undefined {
  return elements?.length ? elements.map(({ text }) => text).join('/') : undefined
}

type EngineLane = NonNullable<EngineManeuver['lanes']>[number]

function describeLane({ directions, valid, active }: EngineLane) {
  return {
    indications: laneIndications.filter((_, bit) => directions & (1 << bit)),
    valid: valid !== undefined || active !== undefined,
    active: active !== undefined,
  }
}
