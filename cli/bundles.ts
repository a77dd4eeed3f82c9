import { parseArgs } from 'node:util'
import { deployedFunctions } from '../functions/deployed.ts'
import { type Bundle, bundle } from '../infra/cloud/bundle.ts'

const help = `Bundles every function as it is deployed, below dist/functions, and prints what is in them.

  npm run bundles                    all of them
  npm run bundles -- ID              one of: ${deployedFunctions.map(({ id }) => id).join(', ')}

Columns: bytes of JavaScript, of it what is loaded before the handler is there, the whole compressed
with gzip, and the packages and folders that take the most of it. Fails when a bundle holds what it
must not or is over its bound.`

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const unknown = positionals.find((id) => !deployedFunctions.some((one) => one.id === id))
  if (values.help) console.log(help)
  else if (unknown) throw new Error(`There is no function "${unknown}"; --help lists them.`)
  else printBundles(positionals)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

/** A bundle that cannot be made is no wrong use of this command: exit code 1. */
function printBundles(ids: readonly string[]): void {
  const rows = [['function', 'bytes', 'initial', 'gzip', 'most of it']]
  for (const { id } of deployedFunctions) {
    if (ids.length > 0 && !ids.includes(id)) continue
    try {
      const made = bundle(id)
      const sizes = [made.bytes, made.initialBytes, made.gzipBytes]
      rows.push([id, ...sizes.map((size) => size.toLocaleString('en-US')), biggestParts(made)])
    } catch (error) {
      console.error((error as Error).message)
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

function biggestParts({ inputs }: Bundle): string {
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
