import { coldBenchmark } from './cold.ts'
import { compareBenchmark } from './compare.ts'
import { elevationBenchmark } from './elevation.ts'
import { fairnessBenchmark } from './fairness.ts'
import { gatewayBenchmark } from './gateway.ts'
import { geocodingBenchmark } from './geocoding.ts'
import { isochroneBenchmark } from './isochrone.ts'
import { locateBenchmark } from './locate.ts'
import { matrixBenchmark } from './matrix.ts'
import { optimizeBenchmark } from './optimize.ts'
import { predictBenchmark } from './predict.ts'
import { routeBenchmark } from './route.ts'
import { snapBenchmark } from './snap.ts'
import { stallsBenchmark } from './stalls.ts'

/** Each operation of routing against the bare engine call behind it. */
const routing: Record<string, () => Promise<void>> = {
  route: routeBenchmark,
  optimize: optimizeBenchmark,
  compare: compareBenchmark,
  locate: locateBenchmark,
  matrix: matrixBenchmark,
  snap: snapBenchmark,
  isochrone: isochroneBenchmark,
  elevation: elevationBenchmark,
}

/** Benchmarks by name; each prints ratios against a named peer measured in the same run. */
const benchmarks: Record<string, () => Promise<void>> = {
  ...routing,
  gateway: gatewayBenchmark,
  fairness: fairnessBenchmark,
  stalls: stallsBenchmark,
  geocoding: geocodingBenchmark,
  predict: predictBenchmark,
  cold: coldBenchmark,
}

const help = `Benchmarks, printing ratios against a named peer in the same run.

  npm run bench              all of them
  npm run bench -- NAME      one of: ${Object.keys(benchmarks).join(', ')}
  npm run bench -- routing   every operation of routing

The real regions are looked for in $CAIRN_REGIONS (../shared/regions); without them the demo
region is measured.`

const names = process.argv
  .slice(2)
  .flatMap((name) => (name === 'routing' ? Object.keys(routing) : [name]))
const unknown = names.find((name) => name !== '--help' && name !== '-h' && !benchmarks[name])
if (names.includes('--help') || names.includes('-h')) {
  console.log(help)
} else if (unknown) {
  console.error(
    `There is no benchmark "${unknown}"; there are: ${Object.keys(benchmarks).join(', ')}.`,
  )
  process.exitCode = 2
} else {
  for (const [name, run] of Object.entries(benchmarks)) {
    if (names.length === 0 || names.includes(name)) await run()
  }
}
