import { parseArgs } from 'node:util'
import {
  assembleLayer,
  type LayerArchitecture,
  type LayerReport,
} from '../layers/valhalla/index.ts'

const help = `Assembles the routing engine's layer from its npm package and checks that Lambda can load it.

  npm run layer                        for arm64, into dist/layer-arm64
  npm run layer -- --arch x86_64       for the other processor: arm64 or x86_64
  npm run layer -- --out DIR           into DIR, which is emptied first
  npm run layer -- --json              prints the report as JSON`

const architectures: readonly string[] = ['arm64', 'x86_64'] satisfies LayerArchitecture[]

try {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', default: 'arm64' },
      out: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(help)
  else {
    const architecture = toArchitecture(values.arch)
    const outdir = values.out ?? `dist/layer-${architecture}`
    const report = assemble(architecture, outdir)
    if (report) console.log(values.json ? JSON.stringify(report, null, 2) : describe(report))
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

function toArchitecture(text: string): LayerArchitecture {
  if (!architectures.includes(text)) {
    throw new Error(`--arch is one of ${architectures.join(', ')}, not "${text}".`)
  }
  return text as LayerArchitecture
}

/** A package that makes no layer is no wrong use of this command: exit code 1. */
function assemble(architecture: LayerArchitecture, outdir: string): LayerReport | undefined {
  try {
    return assembleLayer({ architecture, outdir })
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
    return undefined
  }
}

function describe(report: LayerReport): string {
  const { architecture, directory, version, bytes, files, libraries, versions, dropped } = report
  const asked = Object.entries(versions).map(([family, number]) => `${family}_${number}`)
  const lost = Object.entries(dropped).map(([file, names]) => `  ${file}: ${names.join(', ')}`)
  return `Valhalla ${version} for ${architecture} in ${directory}
${(bytes / 1e6).toFixed(1)} MB unzipped, ${files} files, ${libraries.length} libraries:
  ${libraries.join('\n  ')}
Newest versions asked of the system: ${asked.join(', ')}
No longer asked for, since nothing of it is used:
${lost.join('\n')}`
}
