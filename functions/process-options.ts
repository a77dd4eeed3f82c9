import { engineAllocator, workerAllocator } from '#platform/home'

/** Maximum size of the young generation of the heap; by default it grew to 134 MB. */
const maxSemiSpaceMebibytes = 16

/** Heap limit for processes of the local server, which have more work than one function. */
const localOldSpaceMebibytes = 1024

/**
 * Makes Node options that limit the JavaScript heap. By default V8 lets garbage grow with the machine's memory. A
 * process that answers queries from 134 MB of cached places took 680 MB on a machine with 24 GB. With a limit of 512
 * MiB it took 430 to 445 MB, at the same median time of a query. The memory of the engine is additional: a worker
 * that uses too much is replaced (`infra/local/pool.ts`).
 */
export function makeHeapOptions(maxOldSpaceMebibytes: number): string[] {
  return [
    `--max-semi-space-size=${maxSemiSpaceMebibytes}`,
    `--max-old-space-size=${maxOldSpaceMebibytes}`,
  ]
}

/**
 * Environment variables of a function with an engine. It has one call at a time: one thread for the engine, one for
 * files and names.
 */
export const engineVariables = { UV_THREADPOOL_SIZE: '2', GLIBC_TUNABLES: engineAllocator }

/** Makes the options of `fork` for a process of the local server, which runs all functions. */
export function makeProcessOptions(environment: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv
  execArgv: string[]
} {
  return {
    env: { GLIBC_TUNABLES: workerAllocator, ...environment },
    execArgv: [...makeHeapOptions(localOldSpaceMebibytes), ...process.execArgv],
  }
}
