import * as z from 'zod'
import { serviceDefaults } from './service-defaults.ts'
import { factor, flag, measure, preference, seconds, whole } from './values.ts'

export const PedestrianOptions = z
  .strictObject({
    walking_speed: measure(0.5, 25, 5.1, 'Speed on the flat, km/h; wheelchair 4.0.'),
    use_hills: preference(
      serviceDefaults.pedestrian.use_hills,
      'Hills: 0 avoids them however long the way around, 1 minds only the time they take; wheelchair 0.5.',
    ),
    max_hiking_difficulty: whole(
      0,
      6,
      1,
      'Hardest path to take, SAC scale: 1 hiking (T1) to 6 difficult alpine hiking (T6).',
    ),
    type: z.enum(['foot', 'wheelchair', 'blind']).optional().meta({
      description: 'Who walks; sets speed, distance, steps and grades.',
      default: 'foot',
    }),
    use_lit: preference(0, 'Lit ways: 1 prefers them most.'),
    step_penalty: seconds(30, 'Penalty for stairs, s; wheelchair 600.'),
    max_grade: whole(0, 90, 90, 'Steepest way to take, %; wheelchair 12.'),
    max_distance: whole(0, 100_000, 100_000, 'Longest walk, m; wheelchair 10,000.'),
    walkway_factor: factor(1, 'Multiplier of the cost of footways.'),
    sidewalk_factor: factor(1, 'Multiplier of the cost of roads with a pavement.'),
    alley_factor: factor(2, 'Multiplier of the cost of alleys.'),
    driveway_factor: factor(5, 'Multiplier of the cost of driveways.'),
    elevator_penalty: seconds(5, 'Penalty for a lift, s.'),
    use_ferry: preference(1, 'Ferries: 0 avoids, 1 prefers.'),
    use_living_streets: preference(0.6, 'Living streets: 0 avoids, 1 prefers.'),
    use_tracks: preference(0.5, 'Tracks: 0 avoids, 1 prefers.'),
    service_penalty: seconds(0, 'Penalty to enter a service road, s.'),
    destination_only_penalty: seconds(600, 'Penalty to enter a road for residents only, s.'),
    private_access_penalty: seconds(600, 'Penalty for private access, s.'),
    shortest: flag('Least distance instead of least time and cost.'),
  })
  .meta({ id: 'PedestrianOptions', description: 'Preferences for `pedestrian`.' })
