/** Benchmarks by name, each loaded when it runs. Each prints ratios against a named peer in the same run. */

type Benchmark = () => Promise<void>

/** Benchmarks of routing operations against the bare engine call behind each. */
export const routingBenchmarks: Readonly<Record<string, Benchmark>> = {
  route: async () => (await import('./route.ts')).runRouteBenchmark(),
  optimize: async () => (await import('./optimize.ts')).runOptimizeBenchmark(),
  compare: async () => (await import('./compare.ts')).runCompareBenchmark(),
  locate: async () => (await import('./locate.ts')).runLocateBenchmark(),
  matrix: async () => (await import('./matrix.ts')).runMatrixBenchmark(),
  snap: async () => (await import('./snap.ts')).runSnapBenchmark(),
  isochrone: async () => (await import('./isochrone.ts')).runIsochroneBenchmark(),
  along: async () => (await import('./along.ts')).runAlongBenchmark(),
  elevation: async () => (await import('./elevation.ts')).runElevationBenchmark(),
}

/** All benchmarks, in the order of a full run. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  ...routingBenchmarks,
  tiles: async () => (await import('./tiles.ts')).runTilesBenchmark(),
  gateway: async () => (await import('./gateway.ts')).runGatewayBenchmark(),
  fairness: async () => (await import('./fairness.ts')).runFairnessBenchmark(),
  work: async () => (await import('./work.ts')).runWorkBenchmark(),
  stalls: async () => (await import('./stalls.ts')).runStallsBenchmark(),
  geocoding: async () => (await import('./geocoding.ts')).runGeocodingBenchmark(),
  'geocoding-shards': async () =>
    (await import('./geocoding-shards.ts')).runGeocodingShardsBenchmark(),
  'geocoding-quality': async () =>
    (await import('./geocoding-quality.ts')).runGeocodingQualityBenchmark(),
  language: async () => (await import('./language.ts')).runLanguageBenchmark(),
  'language-quality': async () =>
    (await import('./language-quality.ts')).runLanguageQualityBenchmark(),
  jobs: async () => (await import('./jobs.ts')).runJobsBenchmark(),
  predict: async () => (await import('./predict.ts')).runPredictBenchmark(),
  'predict-holdout': async () => (await import('./predict-holdout.ts')).runHoldoutBenchmark(),
  explorer: async () => (await import('./explorer.ts')).runExplorerBenchmark(),
  cold: async () => (await import('./cold.ts')).runColdBenchmark(),
  region: async () => (await import('./region-build.ts')).runRegionBuildBenchmark(),
  planet: async () => (await import('./planet.ts')).runPlanetBenchmark(),
}
