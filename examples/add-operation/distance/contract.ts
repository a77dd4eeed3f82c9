import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

const DistanceRequest = z
  .object({
    positions: z.array(Location).min(2).max(100).meta({ description: '2 to 100, in order.' }),
  })
  .meta({ id: 'DistanceRequest' })

const DistanceResponse = z
  .object({
    distance_meters: z.number().meta({ description: 'Sum of all legs, metres.' }),
    legs_meters: z
      .array(z.number())
      .meta({ description: 'From each position to the next, metres.' }),
  })
  .meta({ id: 'DistanceResponse' })

export const distance = operation({
  id: 'geo/distance',
  method: 'POST',
  path: '/v1/geo/distance',
  summary: 'Straight-line distance',
  description:
    'The length of the shortest line on the WGS84 ellipsoid from each position to the next: as the ' +
    'crow flies, without roads or terrain.',
  price: microdollars(100),
  needs: [],
  input: DistanceRequest,
  output: DistanceResponse,
  errors: [],
  examples: [
    {
      name: 'across_the_island',
      summary: 'From the lake of the demo island to the museum in Pradetta',
      request: {
        positions: [
          { lat: 46.413945, lon: -28.435479 },
          { lat: 46.447456, lon: -28.410848 },
        ],
      },
    },
  ],
})
