import {
  type CountedClass,
  figures,
  type IncidentTerrain,
  incidentTerrains,
} from '../figures/index.ts'
import type { Profile } from '../prediction.ts'
import { trackOffsetMeters } from './classes.ts'

/** Number of samples of the distance to the nearest line of a kind, at equal probabilities. */
const samples = 12

export type Availability = Record<Exclude<CountedClass, 'brush'>, number>

const known = new Map<Profile, Availability>()

/**
 * Computes the share of each class in the ground of Great Britain where people of a profile went missing, by the same
 * rules as the shares of a hexagon. Lines are modelled as independent Poisson line processes, so the distance d to
 * the nearest line of density L has the survival function exp(-2 L d) (Stoyan, Kendall and Mecke 1995, Stochastic
 * Geometry).
 */
export function computeAvailability(profile: Profile): Availability {
  let shares = known.get(profile)
  if (!shares) {
    shares = { structure: 0, road_path: 0, linear: 0, water: 0, wood: 0, open: 0 }
    for (const terrain of incidentTerrains) addTerrain(shares, profile, terrain)
    known.set(profile, shares)
  }
  return shares
}

function addTerrain(shares: Availability, profile: Profile, terrain: IncidentTerrain): void {
  const part = figures.availability.origins[profile][terrain].value
  const ground = figures.availability.ground[terrain]
  const deviation = trackOffsetMeters(profile)
  const road = sampleKernel(ground.roadPath.value, deviation)
  const linear = sampleKernel(ground.linear.value, deviation)
  const drainage = sampleKernel(ground.drainage.value, deviation)
  const structure = ground.structure.value
  const weight = (part * (1 - structure)) / samples ** 3
  shares.structure += part * structure
  for (const byRoad of road) {
    for (const byLinear of linear) {
      for (const byDrainage of drainage) {
        const share = weight / (1 + byRoad + byLinear + byDrainage)
        shares.road_path += share * byRoad
        shares.linear += share * byLinear
        shares.water += share * (byDrainage + ground.water.value)
        shares.wood += share * ground.wood.value
        shares.open += share * (1 - ground.water.value - ground.wood.value)
      }
    }
  }
}

/** Samples the half-normal kernel of the track offset at distances to the nearest line. */
function sampleKernel(kilometersPerSquareKilometer: number, deviationMeters: number): number[] {
  return Array.from({ length: samples }, (_, i) => {
    const survival = 1 - (i + 0.5) / samples
    const meters = (-Math.log(survival) / (2 * kilometersPerSquareKilometer)) * 1000
    return Math.exp(-((meters / deviationMeters) ** 2) / 2)
  })
}
