import { figures } from './figures/index.ts'
import type { Ecoregion, EcoregionWeights } from './prediction.ts'

/** The ground around an origin; `NaN` or undefined where it is not known. */
export interface EcoregionFacts {
  /** Built-up share of the ground near the origin, 0 to 1. */
  builtUpShare?: number | undefined
  /** Highest minus lowest ground. */
  reliefMeters?: number | undefined
  /** How dry the climate is, 0 to 1. */
  dryShare: number
}

/**
 * How much each published table of distances counts: urban by the built-up share and mountains by relief,
 * each linear between two thresholds (assumptions), the dry tables by the climate. Unknown ground counts as temperate and flat.
 */
export function ecoregionWeightsOf(facts: EcoregionFacts): EcoregionWeights {
  const { urbanBuiltUpShare, mountainousReliefMeters } = figures.ecoregion
  const urban = between(facts.builtUpShare, urbanBuiltUpShare.value)
  const mountainous = between(facts.reliefMeters, mountainousReliefMeters.value)
  const dry = facts.dryShare
  const weights: Record<Ecoregion, number> = {
    temperate_mountainous: (1 - urban) * (1 - dry) * mountainous,
    temperate_flat: (1 - urban) * (1 - dry) * (1 - mountainous),
    dry_mountainous: (1 - urban) * dry * mountainous,
    dry_flat: (1 - urban) * dry * (1 - mountainous),
    urban,
  }
  return Object.fromEntries(Object.entries(weights).filter(([, weight]) => weight > 0))
}

/** The ecoregion that counts most. */
export function ecoregionOf(weights: EcoregionWeights): Ecoregion {
  const entries = Object.entries(weights) as [Ecoregion, number][]
  return entries.reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0]
}

/** Whether all facts that decide the ecoregion are known. */
export function isEcoregionKnown(facts: EcoregionFacts): boolean {
  // Relief does not matter where everything is urban.
  if (ecoregionWeightsOf(facts).urban === 1) return true
  return isKnown(facts.builtUpShare) && isKnown(facts.reliefMeters)
}

/** 0 up to the first threshold, 1 from the second; 0 for what is not known. */
function between(value: number | undefined, [none, all]: readonly [number, number]): number {
  return isKnown(value) ? Math.min(1, Math.max(0, (value - none) / (all - none))) : 0
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value)
}
