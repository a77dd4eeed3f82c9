import { figures } from './figures/index.ts'
import type { Ecoregion } from './prediction.ts'

/** The ground around an origin; `NaN` or undefined where it is not known. */
export interface EcoregionFacts {
  /** Built-up share of the ground near the origin, 0 to 1. */
  builtUpShare?: number | undefined
  /** Highest minus lowest ground. */
  reliefMeters?: number | undefined
  /** Share of sand in the mapped ground, 0 to 1. */
  dryShare?: number | undefined
}

/**
 * The published table of distances to use: urban where most is built up, else by relief and dryness.
 * Unknown ground counts as temperate and flat. The thresholds are assumptions.
 */
export function ecoregionOf({ builtUpShare, reliefMeters, dryShare }: EcoregionFacts): Ecoregion {
  const { urbanBuiltUpShare, mountainousReliefMeters, dryShare: dryAbove } = figures.ecoregion
  if (known(builtUpShare) && builtUpShare > urbanBuiltUpShare.value) return 'urban'
  const isDry = known(dryShare) && dryShare > dryAbove.value
  const isMountainous = known(reliefMeters) && reliefMeters >= mountainousReliefMeters.value
  if (isDry) return isMountainous ? 'dry_mountainous' : 'dry_flat'
  return isMountainous ? 'temperate_mountainous' : figures.ecoregion.fallback.value
}

/** Whether all facts that decide the ecoregion are known. */
export function isEcoregionKnown({
  builtUpShare,
  reliefMeters,
  dryShare,
}: EcoregionFacts): boolean {
  // Relief and dryness do not matter where most is built up.
  const isUrban = known(builtUpShare) && builtUpShare > figures.ecoregion.urbanBuiltUpShare.value
  return isUrban || (known(builtUpShare) && known(reliefMeters) && known(dryShare))
}

function known(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value)
}
