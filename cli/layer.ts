import { Option } from 'commander'
import {
  assembleLayer,
  type LayerArchitecture,
  type LayerReport,
} from '../layers/valhalla/index.ts'
import {
  addExamples,
  type CommandLine,
  createProgram,
  type JsonOption,
  jsonOption,
  print,
  run,
} from './base/index.ts'

interface LayerOptions extends JsonOption {
  arch: LayerArchitecture
  out?: string
}

const architectures = ['arm64', 'x86_64'] as const satisfies LayerArchitecture[]

const program = createProgram(
  'layer',
  'Assembles the Lambda layer of the routing engine from its npm package and checks that Lambda can load it.',
)
  .addOption(
    new Option('--arch <name>', 'processor of the functions')
      .choices(architectures)
      .default('arm64'),
  )
  .option('--out <dir>', 'folder of the layer, emptied first (default: dist/layer-ARCH)')
  .option(...jsonOption)
  .action(assemble)
addExamples(program, '--arch x86_64')

function assemble({ arch, out = `dist/layer-${arch}`, json }: LayerOptions): void {
  const report = assembleLayer({ architecture: arch, outdir: out })
  print({ json }, report, describe(report))
}

function describe(report: LayerReport): string {
  const { architecture, directory, version, bytes, files, libraries, versions, dropped } = report
  const required = Object.entries(versions).map(([family, number]) => `${family}_${number}`)
  const unused = Object.entries(dropped).map(([file, names]) => `  ${file}: ${names.join(', ')}`)
  return `Valhalla ${version} for ${architecture} in ${directory}
${(bytes / 1e6).toFixed(1)} MB unzipped, ${files} files, ${libraries.length} libraries:
  ${libraries.join('\n  ')}
Newest system versions required: ${required.join(', ')}
Dependencies dropped because nothing of them is used:
${unused.join('\n')}`
}

export const commandLine: CommandLine = { name: 'layer', program }
if (import.meta.main) await run(commandLine)
