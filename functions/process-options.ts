import { engineAllocator, workerAllocator } from '#platform/home'

/** By default the space of young objects grew to 134 MB. */
const maxSemiSpaceMebibytes = 16

/** For the processes of a machine, which have more work than one function. */
const localOldSpaceMebibytes = 1024

/**
 * Options of Node that bound the JavaScript heap. By default V8 lets garbage grow with the machine's memory: a
 * process that answers queries from 134 MB of cached places took 680 MB on a machine with 24 GB, with a limit
 * of 512 MiB 430 to 445 MB, with the same median time of a query. The memory of the engine comes on top of it: a worker
 * that holds too much is replaced (`infra/local/pool.ts`).
 */
export function heapOptions(maxOldSpaceMebibytes: number): string[] {
  return [
    `--max-semi-space-size=${maxSemiSpaceMebibytes}`,
    `--max-old-space-size=${maxOldSpaceMebibytes}`,
  ]
}

/** Variables of a function with an engine. It has one call at a time: one thread for the engine, one for files and names. */
export const engineVariables = { UV_THREADPOOL_SIZE: '2', GLIBC_TUNABLES: engineAllocator }

/** Options of `fork` for a process of the local server, which runs all functions. */
export function localProcess(environment: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv
  execArgv: string[]
} {
  return {
    env: { GLIBC_TUNABLES: workerAllocator, ...environment },
    execArgv: [...heapOptions(localOldSpaceMebibytes), ...process.execArgv],
  }
}
