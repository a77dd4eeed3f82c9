import { readFileSync } from 'node:fs'
import { type CommandLine, createProgram, run } from './base/index.ts'
import { runCdk } from './cdk.ts'

interface Entry {
  summary: string
  /** Loads and runs the command; `invocation` is its name in usage lines. */
  start(args: readonly string[], invocation: string): Promise<void>
}

/** Each command is loaded when it is called: `cairn keys` does not wait for the region build's modules. */
const commands: Readonly<Record<string, Entry>> = {
  start: {
    summary: 'Serves the API on this machine.',
    // The server reads its options from the arguments of the process.
    start: async () => {
      process.argv.splice(2, 1)
      await import('../infra/local/main.ts')
    },
  },
  region: {
    summary: 'Builds, publishes and lists regions.',
    start: from(() => import('./region.ts')),
  },
  keys: {
    summary: 'Manages API keys, accounts and balances.',
    start: from(() => import('./keys.ts')),
  },
  jobs: {
    summary: 'Geocodes files of addresses.',
    start: from(() => import('./jobs.ts')),
  },
  predict: {
    summary: 'Predicts where a missing person is likely to be, as a map.',
    start: from(() => import('./predict.ts')),
  },
  console: {
    summary: 'Shows the console of a deployment on this machine.',
    start: from(() => import('./console.ts')),
  },
  openapi: {
    summary: 'Writes the OpenAPI document.',
    start: from(() => import('./openapi.ts')),
  },
  bench: {
    summary: 'Runs benchmarks.',
    start: from(() => import('./bench.ts')),
  },
  bundles: {
    summary: 'Bundles the deployed functions and prints their sizes.',
    start: from(() => import('./bundles.ts')),
  },
  layer: {
    summary: 'Assembles the Lambda layer of the routing engine.',
    start: from(() => import('./layer.ts')),
  },
  synth: {
    summary: 'Synthesises the deployment; needs no AWS account.',
    start: (args) => runCdk(['synth', '--quiet', ...args]),
  },
  diff: {
    summary: 'Shows what a deployment would change.',
    start: (args) => runCdk(['diff', ...args]),
  },
  deploy: {
    summary: 'Deploys to your AWS account.',
    start: (args) => runCdk(['deploy', '--all', ...args]),
  },
}

function from(load: () => Promise<{ commandLine: CommandLine }>): Entry['start'] {
  return async (args, invocation) => run((await load()).commandLine, args, invocation)
}

const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(commands, name)) await commands[name]!.start(args, `npx cairn ${name}`)
else await run(overview())

/** The program for everything but a known command: help, version and typing errors. */
function overview(): CommandLine {
  const file = new URL('../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  const program = createProgram('cairn', 'Terrain-aware routing, geocoding and prediction.')
    .name('npx cairn')
    .version(version)
    .addHelpText('after', '\n"npx cairn COMMAND --help" explains a command.')
  for (const [command, { summary }] of Object.entries(commands))
    program.command(command).description(summary)
  return { name: 'cairn', program }
}
