import { figures } from './figures/index.ts'
import type { Ecoregion } from './prediction.ts'

/** What the ground around an origin is like; `NaN` or undefined where it is not known. */
export interface EcoregionFacts {
  /** Share of the ground near by that is built up, 0 to 1. */
  builtUpShare?: number | undefined
  /** Highest less lowest ground. */
  reliefMeters?: number | undefined
  /** Share of the mapped ground that is desert sand, 0 to 1. */
  dryShare?: number | undefined
}

/**
 * Which of the published tables of distances holds: urban where most is built up, else by relief and
 * dryness. What is not known counts as temperate and as flat. The thresholds are assumptions.
 */
export function ecoregionOf({ builtUpShare, reliefMeters, dryShare }: EcoregionFacts): Ecoregion {
  const { urbanBuiltUpShare, mountainousReliefMeters, dryShare: dryAbove } = figures.ecoregion
  if (known(builtUpShare) && builtUpShare > urbanBuiltUpShare.value) return 'urban'
  const isDry = known(dryShare) && dryShare > dryAbove.value
  const isMountainous = known(reliefMeters) && reliefMeters >= mountainousReliefMeters.value
  if (isDry) return isMountainous ? 'dry_mountainous' : 'dry_flat'
  return isMountainous ? 'temperate_mountainous' : figures.ecoregion.fallback.value
}

/** Whether nothing that tells ecoregions apart is missing. */
export function isEcoregionKnown({
  builtUpShare,
  reliefMeters,
  dryShare,
}: EcoregionFacts): boolean {
  // Where most is built up the other two do not matter.
  const isUrban = known(builtUpShare) && builtUpShare > figures.ecoregion.urbanBuiltUpShare.value
  return isUrban || (known(builtUpShare) && known(reliefMeters) && known(dryShare))
}

function known(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value)
}
