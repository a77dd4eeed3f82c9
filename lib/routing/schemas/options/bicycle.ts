import * as z from 'zod'
import { flag, measure, preference, seconds } from './values.ts'

export const BicycleOptions = z
  .strictObject({
    bicycle_type: z.enum(['road', 'hybrid', 'cross', 'mountain']).optional().meta({
      description: 'What is ridden; sets the speed and which surfaces are bad.',
      default: 'hybrid',
    }),
    cycling_speed: measure(
      5,
      60,
      18,
      'Speed on smooth flat roads, km/h. Default: road 25, cross 20, hybrid 18, mountain 16.',
    ),
    use_roads: preference(0.25, 'Roads with cars: 0 avoids, 1 is at ease on them.'),
    use_hills: preference(0.25, 'Hills: 0 avoids, 1 prefers.'),
    avoid_bad_surfaces: preference(0.25, 'Bad surfaces: 0 minds none, 1 keeps off them.'),
    use_ferry: preference(0.5, 'Ferries: 0 avoids, 1 prefers.'),
    use_living_streets: preference(0.5, 'Living streets: 0 avoids, 1 prefers.'),
    gate_penalty: seconds(300, 'Penalty for a gate, s.'),
    alley_penalty: seconds(60, 'Penalty to enter an alley, s.'),
    shortest: flag('Least distance instead of least time and cost.'),
  })
  .meta({ id: 'BicycleOptions', description: 'Preferences for `bicycle`.' })
