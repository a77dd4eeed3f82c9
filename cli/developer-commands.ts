import type { CommandEntry } from './base/index.ts'

/** Commands of a clone that the package does not contain. */
export const developerCommands: Readonly<Record<string, CommandEntry>> = {
  bench: {
    summary: 'Runs benchmarks.',
    load: () => import('./bench.ts'),
  },
  bundles: {
    summary: 'Bundles the deployed functions and prints their sizes.',
    load: () => import('./bundles.ts'),
  },
  layer: {
    summary: 'Assembles the Lambda layer of the routing engine.',
    load: () => import('./layer.ts'),
  },
  release: {
    summary: 'Makes the packages and checks them.',
    load: () => import('./release.ts'),
  },
}
