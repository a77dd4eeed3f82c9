import * as z from 'zod'

/** Names of the engine's maneuvers; the position is the maneuver's number. */
export const stepTypes = [
  'none',
  'start',
  'start_right',
  'start_left',
  'destination',
  'destination_right',
  'destination_left',
  'becomes',
  'continue',
  'slight_right',
  'right',
  'sharp_right',
  'uturn_right',
  'uturn_left',
  'sharp_left',
  'left',
  'slight_left',
  'ramp_straight',
  'ramp_right',
  'ramp_left',
  'exit_right',
  'exit_left',
  'stay_straight',
  'stay_right',
  'stay_left',
  'merge',
  'roundabout_enter',
  'roundabout_exit',
  'ferry_enter',
  'ferry_exit',
  'transit',
  'transit_transfer',
  'transit_remain_on',
  'transit_connection_start',
  'transit_connection_transfer',
  'transit_connection_destination',
  'post_transit_connection_destination',
  'merge_right',
  'merge_left',
  'elevator_enter',
  'steps_enter',
  'escalator_enter',
  'building_enter',
  'building_exit',
  'level_change',
] as const

/** Names of lane directions; the position is the bit in the engine's mask. */
export const laneIndications = [
  'none',
  'through',
  'sharp_left',
  'left',
  'slight_left',
  'slight_right',
  'right',
  'sharp_right',
  'reverse',
  'merge_to_left',
  'merge_to_right',
] as const

export const travelModes = ['drive', 'pedestrian', 'bicycle'] as const

export const StepSchema = z
  .object({
    type: z.enum(stepTypes).meta({ description: 'What happens at the start of the step.' }),
    instruction: z.string(),
    street_names: z.array(z.string()),
    distance_meters: z.number(),
    duration_seconds: z.number(),
    begin_shape_index: z.int().meta({ description: "Position in the leg's `shape`." }),
    end_shape_index: z.int(),
    travel_mode: z.enum(travelModes),
    flags: z.object({
      toll: z.boolean(),
      ferry: z.boolean(),
      rough: z.boolean().meta({ description: 'Unpaved in part.' }),
      gate: z.boolean().meta({ description: 'Passes a gate.' }),
      highway: z.boolean(),
    }),
    verbal_alert: z.string().optional().meta({ description: 'To be said well ahead.' }),
    verbal_instruction: z.string().optional().meta({ description: 'To be said just before.' }),
    bearing_before: z
      .number()
      .optional()
      .meta({ description: 'Degrees; absent on the first step.' }),
    bearing_after: z.number().optional().meta({ description: 'Degrees; absent on the last step.' }),
    roundabout_exit_count: z.int().optional(),
    exit_sign: z
      .object({
        exit_number: z.string().optional(),
        exit_branch: z.string().optional(),
        exit_toward: z.string().optional(),
        exit_name: z.string().optional(),
      })
      .optional(),
    lanes: z
      .array(
        z.object({
          indications: z.array(z.enum(laneIndications)),
          valid: z.boolean().meta({ description: 'Leads where the route goes.' }),
          active: z.boolean().meta({ description: 'The lane to take.' }),
        }),
      )
      .optional()
      .meta({ description: 'Lanes before the step, left to right, where there are several.' }),
  })
  .meta({ id: 'Step' })
