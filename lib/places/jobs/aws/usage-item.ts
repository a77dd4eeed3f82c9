import type { JobUsage } from '../limits.ts'

/** The counted bytes of a job under way, and the time until which they count at most. */
export interface CountedJob {
  bytes: number
  /** Unix milliseconds. */
  untilMs: number
}

/** The usage of an account: one item of the jobs table, about 75 bytes for each job that has not ended. */
export interface UsageItem {
  /** Jobs that await their upload, by job id; `bytes` is the most that may come. */
  awaiting: Record<string, CountedJob>
  /** Jobs that have their file and have not ended; `bytes` is the size of the file. */
  running: Record<string, CountedJob>
  /** Bytes of the files of ended jobs, by the day (UTC) on which they are deleted. */
  days: Record<string, number>
  /** The sum of all of these. */
  bytes: number
}

/** Key of the item. No account id has a `#`. */
export function usageKey(accountId: string) {
  return { accountId: `usage#${accountId}`, jobId: 'usage' }
}

export function usageFields({
  awaiting,
  running,
  days,
  bytes,
}: Record<string, unknown>): UsageItem {
  return { awaiting, running, days, bytes } as UsageItem
}

export function countUsage({ awaiting, running, bytes }: UsageItem): JobUsage {
  return { awaiting: Object.keys(awaiting).length, running: Object.keys(running).length, bytes }
}

/** The day of a time, `2026-11-29`. */
export function printDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
