import { readFileSync } from 'node:fs'
import { type CommandLine, createProgram, run } from './base/index.ts'
import { runCdk } from './cdk.ts'

interface Entry {
  summary: string
  /** Runs the command; loads what it needs, so that other commands start fast. */
  start(args: readonly string[]): Promise<void>
}

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
    start: from('region', () => import('./region.ts')),
  },
  keys: {
    summary: 'Manages API keys, accounts and balances.',
    start: from('keys', () => import('./keys.ts')),
  },
  predict: {
    summary: 'Predicts where a missing person is likely to be, as a map.',
    start: from('predict', () => import('./predict.ts')),
  },
  openapi: {
    summary: 'Writes the OpenAPI document.',
    start: from('openapi', () => import('./openapi.ts')),
  },
  bench: {
    summary: 'Runs benchmarks.',
    start: from('bench', () => import('./bench.ts')),
  },
  bundles: {
    summary: 'Bundles the deployed functions and prints their sizes.',
    start: from('bundles', () => import('./bundles.ts')),
  },
  layer: {
    summary: 'Assembles the Lambda layer of the routing engine.',
    start: from('layer', () => import('./layer.ts')),
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

function from(
  name: string,
  load: () => Promise<{ commandLine: CommandLine }>,
): (args: readonly string[]) => Promise<void> {
  return async (args) => run((await load()).commandLine, args, `npx cairn ${name}`)
}

const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(commands, name)) await commands[name]!.start(args)
else await run(overview())

/** The program for everything but a command's name: help, version, mistakes. */
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
