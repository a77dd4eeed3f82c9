import { printAblation } from './predict-ablation.ts'
import { printDistances } from './predict-distances.ts'
import { printFinds } from './predict-finds.ts'
import { printHoldout } from './predict-holdout.ts'
import { openBenchGrounds } from './predict-regions.ts'
import { printSpeed } from './predict-speed.ts'

/**
 * Predictions: speed, agreement with held-out published figures against baselines, effect of each term, and
 * synthetic finds over real ground.
 */
export async function predictBenchmark(): Promise<void> {
  const grounds = await openBenchGrounds()
  await printSpeed(grounds)
  printDistances()
  await printFinds(grounds)
  await printAblation(grounds)
  await printHoldout(grounds)
}
