import { figures } from './figures/index.ts'
import type { Ecoregion, EcoregionWeights } from './prediction.ts'

/** The ground around an origin; `NaN` or undefined where it is unknown. */
export interface EcoregionFacts {
  /** Built-up share of the ground near the origin, 0 to 1. */
  builtUpShare?: number | undefined
  /** Highest minus lowest ground, metres. */
  reliefMeters?: number | undefined
  /** Dryness of the climate, 0 to 1. */
  dryShare: number
}

/**
 * Weighs the published tables of distances: urban by the built-up share and mountainous by relief, each linear
 * between two thresholds (assumptions), and dry by the climate. Unknown ground counts as temperate and flat.
 */
export function weighEcoregions(facts: EcoregionFacts): EcoregionWeights {
  const { urbanBuiltUpShare, mountainousReliefMeters } = figures.ecoregion
  const urban = interpolateThresholds(facts.builtUpShare, urbanBuiltUpShare.value)
  const mountainous = interpolateThresholds(facts.reliefMeters, mountainousReliefMeters.value)
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

/** Returns the ecoregion with the largest weight. */
export function selectEcoregion(weights: EcoregionWeights): Ecoregion {
  const entries = Object.entries(weights) as [Ecoregion, number][]
  return entries.reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0]
}

/** Returns whether all facts that decide the ecoregion are known. */
export function isEcoregionKnown(facts: EcoregionFacts): boolean {
  // Relief does not matter where everything is urban.
  if (weighEcoregions(facts).urban === 1) return true
  return isKnown(facts.builtUpShare) && isKnown(facts.reliefMeters)
}

/** Interpolates from 0 at the first threshold to 1 at the second, clamped. Unknown values count as 0. */
function interpolateThresholds(
  value: number | undefined,
  [none, all]: readonly [number, number],
): number {
  return isKnown(value) ? Math.min(1, Math.max(0, (value - none) / (all - none))) : 0
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value)
}
