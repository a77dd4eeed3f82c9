import { deployedFunctions } from '../functions/deployed.ts'
import { type Bundle, bundle } from '../infra/cloud/bundle.ts'
import { addExamples, type CommandLine, createProgram, run, throwUsageError } from './base/index.ts'

const program = createProgram(
  'bundles',
  'Bundles the deployed functions into dist/functions and prints their sizes and largest parts. ' +
    'Fails if a bundle holds a forbidden file or exceeds its maximum size.',
)
  .argument('[function...]', `default: all of ${deployedFunctions.map(({ id }) => id).join(', ')}`)
  .addHelpText(
    'after',
    `
Columns:
  bytes       JavaScript, minified, in bytes
  initial     bytes loaded before the handler is ready
  gzip        bytes compressed with gzip
  most of it  packages and folders with the largest share`,
  )
  .action(printBundles)
addExamples(program, 'routing/route')

function printBundles(ids: readonly string[]): void {
  const unknown = ids.find((id) => !deployedFunctions.some((deployed) => deployed.id === id))
  if (unknown) throwUsageError(`there is no function "${unknown}"; --help lists them`)
  const rows = [['function', 'bytes', 'initial', 'gzip', 'most of it']]
  for (const { id } of deployedFunctions) {
    if (ids.length > 0 && !ids.includes(id)) continue
    try {
      const made = bundle(id)
      const sizes = [made.bytes, made.initialBytes, made.gzipBytes]
      rows.push([id, ...sizes.map((size) => size.toLocaleString('en-US')), listLargestParts(made)])
    } catch (error) {
      // Continues, so that the other bundles are still shown.
      console.error(`bundles: ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      i === 0 || i === 4 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
    )
    console.log(cells.join('  ').trimEnd())
  }
}

/** Lists the four packages or folders with the most bytes in a bundle. */
function listLargestParts({ inputs }: Bundle): string {
  const parts = new Map<string, number>()
  for (const { path, bytes } of inputs) {
    const [, inPackage] = /.*node_modules\/(?:\.cache\/)?((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
    const part = inPackage ?? path.split('/').slice(0, 2).join('/')
    parts.set(part, (parts.get(part) ?? 0) + bytes)
  }
  return [...parts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([part, bytes]) => `${part} ${Math.round(bytes / 1000)} kB`)
    .join(', ')
}

export const commandLine: CommandLine = { name: 'bundles', program }
if (import.meta.main) await run(commandLine)
