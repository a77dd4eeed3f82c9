import { printAblation } from './predict-ablation.ts'
import { printDistances } from './predict-distances.ts'
import { printFinds } from './predict-finds.ts'
import { printHoldout } from './predict-holdout.ts'
import { openBenchGrounds } from './predict-regions.ts'
import { printSpeed } from './predict-speed.ts'

/**
 * Measures predictions: speed, agreement with held-out published figures compared with baselines, the effect of each
 * term, and synthetic finds over real ground.
 */
export async function runPredictBenchmark(): Promise<void> {
  const grounds = await openBenchGrounds()
  await printSpeed(grounds)
  printDistances()
  await printFinds(grounds)
  await printAblation(grounds)
  await printHoldout(grounds)
}
