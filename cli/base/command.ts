import { CommanderError } from 'commander'
import { assertBuildId, assertRegionName } from '../../lib/dataset/index.ts'
import { RegionError, showProgress } from '../../region/index.ts'

export interface JsonOption {
  json?: boolean
}

export const jsonFlag = ['--json', 'answer with JSON'] as const

export function print(json: boolean | undefined, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}

/** The bucket commands work on in place of this machine's folder. */
export function bucketInUse(): string | undefined {
  return process.env.CAIRN_BUCKET || undefined
}

/** Ends the command as wrongly used. */
export function wrongUse(message: string): never {
  throw new CommanderError(2, 'usage', message)
}

/** What fails in here is a wrong use of the command line, not a fault of the data. */
export function usage<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    return wrongUse((error as Error).message)
  }
}

export const assertName = (name: string): void => usage(() => assertRegionName(name))
export const assertBuild = (build: string): void => usage(() => assertBuildId(build))

/**
 * Runs long work with progress on stderr; the first Ctrl-C ends it cleanly, a second one at once.
 *
 * @param onStop What a person who has stopped it wants to know.
 */
export async function interruptible<T>(
  work: (options: {
    progress: ReturnType<typeof showProgress>['progress']
    signal: AbortSignal
  }) => Promise<T>,
  onStop = 'nothing was published.',
): Promise<T> {
  const abort = new AbortController()
  const { progress, stop } = showProgress(process.stderr)
  const signals = { SIGINT: 130, SIGTERM: 143 } as const
  for (const [name, status] of Object.entries(signals))
    process.once(name, () => {
      process.once(name, () => process.exit(status))
      process.exitCode = status
      abort.abort(new RegionError(`Stopped by ${name}; ${onStop}`))
    })
  try {
    return await work({ progress, signal: abort.signal })
  } finally {
    stop()
  }
}
