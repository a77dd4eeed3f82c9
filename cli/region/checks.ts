import { assertBuildId, assertRegionName } from '#ground/dataset'
import type { Progress } from '#platform/progress'
import { checkUsage, runInterruptible } from '../base/index.ts'

/** Returns the bucket to use instead of this machine's folder. */
export function readBucketName(): string | undefined {
  return process.env.CAIRN_BUCKET || undefined
}

export const checkName = (name: string): void => checkUsage(() => assertRegionName(name))
export const checkBuild = (build: string): void => checkUsage(() => assertBuildId(build))

/** Runs work on a region until it is done or a signal stops it. */
export async function runUntilStopped<T>(
  work: (options: { progress: Progress; signal: AbortSignal }) => Promise<T>,
  outcome = 'nothing was published.',
): Promise<T> {
  const { RegionError } = await import('../../region/index.ts')
  return runInterruptible(
    work,
    (signalName) => new RegionError(`Stopped by ${signalName}; ${outcome}`),
  )
}
