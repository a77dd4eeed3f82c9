import { benchmarks, routingBenchmarks } from '../bench/benchmarks.ts'
import { addExamples, type CommandLine, createProgram, run, throwUsageError } from './base/index.ts'

const names = Object.keys(benchmarks)

const program = createProgram(
  'bench',
  'Runs benchmarks and prints ratios against a named peer in the same run. They measure the real ' +
    'regions in $CAIRN_REGIONS (../shared/regions), or the demo region if there are none.',
)
  .argument('[name...]', `default: all of ${names.join(', ')}; "routing" is the routing operations`)
  .action(runBenchmarks)
addExamples(program, 'route', 'routing geocoding')

async function runBenchmarks(wanted: readonly string[]): Promise<void> {
  const selected = wanted.flatMap((name) =>
    name === 'routing' ? Object.keys(routingBenchmarks) : [name],
  )
  const unknown = selected.find((name) => !benchmarks[name])
  if (unknown)
    throwUsageError(`there is no benchmark "${unknown}"; choose from ${names.join(', ')}`)
  // Before the benchmarks load the functions, which would log every call.
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true'
  for (const [name, benchmark] of Object.entries(benchmarks)) {
    if (selected.length === 0 || selected.includes(name)) await benchmark()
  }
}

export const commandLine: CommandLine = { name: 'bench', program }
if (import.meta.main) await run(commandLine)
