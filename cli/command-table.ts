import { existsSync } from 'node:fs'
import type { CommandEntry } from './base/index.ts'
import { runCdk } from './cdk.ts'

const userCommands: Readonly<Record<string, CommandEntry>> = {
  start: {
    summary: 'Serves the API on this machine.',
    // The server reads its options from the arguments of the process.
    start: async () => {
      process.argv.splice(2, 1)
      await import('../infra/local/main.ts')
    },
    options: async () => (await import('../infra/local/settings.ts')).optionNames,
  },
  region: {
    summary: 'Builds, publishes and lists regions.',
    load: () => import('./region.ts'),
  },
  keys: {
    summary: 'Manages API keys, accounts and balances.',
    load: () => import('./keys.ts'),
  },
  jobs: {
    summary: 'Geocodes files of addresses.',
    load: () => import('./jobs.ts'),
  },
  predict: {
    summary: 'Predicts where a missing person is likely to be, as a map.',
    load: () => import('./predict.ts'),
  },
  console: {
    summary: 'Shows the console of a deployment on this machine.',
    load: () => import('./console.ts'),
  },
  openapi: {
    summary: 'Writes the OpenAPI document.',
    load: () => import('./openapi.ts'),
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

/** Returns the commands by name: the package's, and in a clone the developers' too. */
export async function loadCommandTable(): Promise<Readonly<Record<string, CommandEntry>>> {
  if (!existsSync(new URL('./developer-commands.ts', import.meta.url))) return userCommands
  const { developerCommands } = await import('./developer-commands.ts')
  return { ...userCommands, ...developerCommands }
}
