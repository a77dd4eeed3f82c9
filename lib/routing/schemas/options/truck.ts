import * as z from 'zod'
import { motorOptions } from './motor.ts'
import { serviceDefaults } from './service-defaults.ts'
import { flag, measure, preference, seconds, whole } from './values.ts'

export const TruckOptions = z
  .strictObject({
    ...motorOptions,
    height: measure(0, 10, 4.11, 'Height of the truck, m.'),
    width: measure(0, 10, 2.6, 'Width of the truck, m.'),
    length: measure(0, 50, 21.64, 'Length of the truck, m.'),
    weight: measure(0, 100, 21.77, 'Weight of the truck, t.'),
    axle_load: measure(0, 40, 9.07, 'Load of the heaviest axle, t.'),
    axle_count: whole(2, 20, 5, 'Number of axles.'),
    hazmat: flag('Carries hazardous goods.'),
    use_tracks: preference(0, 'Tracks: 0 avoids, 1 prefers.'),
    use_living_streets: preference(0, 'Living streets: 0 avoids, 1 prefers.'),
    use_truck_route: preference(0, 'Roads signed for trucks: 1 prefers them most.'),
    low_class_penalty: seconds(30, 'Penalty for residential and lesser roads, s.'),
    hgv_no_access_penalty: seconds(
      43_200,
      'Penalty for roads closed to trucks, s; the most, 43,200, keeps off them.',
    ),
    top_speed: measure(10, 252, serviceDefaults.truck.top_speed, 'The truck goes no faster, km/h.'),
    service_penalty: seconds(0, 'Penalty to enter a service road, s.'),
  })
  .meta({ id: 'TruckOptions', description: 'Preferences for `truck`.' })
