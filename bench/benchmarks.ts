/** Benchmarks by name, each loaded when it runs. Each prints ratios against a named peer in the same run. */

type Benchmark = () => Promise<void>

/** Each routing operation against the bare engine call behind it. */
export const routingBenchmarks: Readonly<Record<string, Benchmark>> = {
  route: async () => (await import('./route.ts')).routeBenchmark(),
  optimize: async () => (await import('./optimize.ts')).optimizeBenchmark(),
  compare: async () => (await import('./compare.ts')).compareBenchmark(),
  locate: async () => (await import('./locate.ts')).locateBenchmark(),
  matrix: async () => (await import('./matrix.ts')).matrixBenchmark(),
  snap: async () => (await import('./snap.ts')).snapBenchmark(),
  isochrone: async () => (await import('./isochrone.ts')).isochroneBenchmark(),
  along: async () => (await import('./along.ts')).alongBenchmark(),
  elevation: async () => (await import('./elevation.ts')).elevationBenchmark(),
}

/** All benchmarks, in the order of a full run. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  ...routingBenchmarks,
  tiles: async () => (await import('./tiles.ts')).tilesBenchmark(),
  gateway: async () => (await import('./gateway.ts')).gatewayBenchmark(),
  fairness: async () => (await import('./fairness.ts')).fairnessBenchmark(),
  work: async () => (await import('./work.ts')).workBenchmark(),
  stalls: async () => (await import('./stalls.ts')).stallsBenchmark(),
  geocoding: async () => (await import('./geocoding.ts')).geocodingBenchmark(),
  'geocoding-shards': async () =>
    (await import('./geocoding-shards.ts')).geocodingShardsBenchmark(),
  'geocoding-quality': async () =>
    (await import('./geocoding-quality.ts')).geocodingQualityBenchmark(),
  language: async () => (await import('./language.ts')).languageBenchmark(),
  'language-quality': async () =>
    (await import('./language-quality.ts')).languageQualityBenchmark(),
  jobs: async () => (await import('./jobs.ts')).jobsBenchmark(),
  predict: async () => (await import('./predict.ts')).predictBenchmark(),
  'predict-holdout': async () => (await import('./predict-holdout.ts')).holdoutBenchmark(),
  explorer: async () => (await import('./explorer.ts')).explorerBenchmark(),
  cold: async () => (await import('./cold.ts')).coldBenchmark(),
  region: async () => (await import('./region-build.ts')).regionBuildBenchmark(),
  planet: async () => (await import('./planet.ts')).planetBenchmark(),
}
