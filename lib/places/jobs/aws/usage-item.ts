import type { JobUsage } from '../limits.ts'

/** Counted bytes of an unfinished job, and the latest time until which they count. */
export interface CountedJob {
  bytes: number
  /** Unix milliseconds. */
  untilMs: number
}

/** Usage of an account: one item of the jobs table, about 75 bytes per unfinished job. */
export interface UsageItem {
  /** Jobs that await their upload, by job id; `bytes` is the maximum size of the upload. */
  awaiting: Record<string, CountedJob>
  /** Jobs that have their file and have not ended; `bytes` is the size of the file. */
  running: Record<string, CountedJob>
  /** Bytes of the files of ended jobs, by the day (UTC) on which they are deleted. */
  days: Record<string, number>
  /** Sum of all bytes above. */
  bytes: number
}

/** Returns the key of the item. Account ids never contain `#`. */
export function makeUsageKey(accountId: string) {
  return { accountId: `usage#${accountId}`, jobId: 'usage' }
}

export function pickUsage({ awaiting, running, days, bytes }: Record<string, unknown>): UsageItem {
  return { awaiting, running, days, bytes } as UsageItem
}

export function countUsage({ awaiting, running, bytes }: UsageItem): JobUsage {
  return { awaiting: Object.keys(awaiting).length, running: Object.keys(running).length, bytes }
}

/** Formats the day of a time (UTC), such as `2026-11-29`. */
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
