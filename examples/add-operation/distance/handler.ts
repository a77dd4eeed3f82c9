import { distanceMeters, roundMeters } from '#ground/geo'
import { endpoint } from '#platform/api'
import { distance } from './contract.ts'

export const handler = endpoint(distance, {}, async ({ positions }) => {
  const legs = positions
    .slice(1)
    .map((position, index) => distanceMeters(positions[index]!, position))
  return {
    distance_meters: roundMeters(legs.reduce((sum, meters) => sum + meters, 0)),
    legs_meters: legs.map(roundMeters),
  }
})
