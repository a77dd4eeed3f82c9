import { printAblation } from './predict-ablation.ts'
import { printDistances } from './predict-distances.ts'
import { printFinds } from './predict-finds.ts'
import { openBenchGrounds } from './predict-regions.ts'
import { printSpeed } from './predict-speed.ts'

/**
 * Predictions: how fast they are, and how near to published figures that nothing was fitted to, with
 * baselines and with every term switched off and on.
 */
export async function predictBenchmark(): Promise<void> {
  const grounds = await openBenchGrounds()
  await printSpeed(grounds)
  printDistances()
  await printFinds(grounds)
  await printAblation(grounds)
}
