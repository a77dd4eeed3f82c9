import { type ApiError, tooManyRequests } from '#platform/errors'

/** Limits of an account at any one time. */
export interface JobLimits {
  /** Jobs that await their upload, including cancelled jobs whose upload link is still valid. */
  maxAwaiting: number
  /** Jobs that have their file and have not ended. At this number no further job is created. */
  maxRunning: number
  /** Bytes of inputs and results. An awaited upload counts with its maximum size. */
  maxBytes: number
}

/** Exact number of jobs of an account and the bytes of their files. */
export interface JobUsage {
  awaiting: number
  running: number
  bytes: number
}

const gibibyte = 1024 ** 3

/** Bytes of a file that are read before its price is held, whatever the balance. */
export const freePlanBytes = 64 * 1024 ** 2

/** To read a file beyond {@link freePlanBytes}, the balance must cover at least one row per this number of bytes. */
const bytesPerRow = 1024 ** 2

/** Returns the number of rows that the balance must cover, given the rows and bytes already read from a file. */
export function countRequiredRows(rows: number, bytes: number): number {
  return bytes <= freePlanBytes ? 0 : Math.max(rows, Math.floor(bytes / bytesPerRow))
}

/**
 * Limits of jobs that callers create. {@link JobLimits.maxAwaiting} uploads of the largest size fit into `maxBytes`.
 */
export const accountLimits: JobLimits = {
  maxAwaiting: 100,
  maxRunning: 100,
  maxBytes: 256 * gibibyte,
}

/** Lifetime of an upload link, seconds. */
export const uploadSeconds = 3600

/** Maximum difference between two clocks, seconds. */
const clockSkewSeconds = 300

/**
 * Checks whether an upload can no longer arrive. An expiry further ahead than the lifetime of an upload link was
 * written before the clock was set back; it frees its slot too.
 */
export function isUploadOver(expiresMs: number, nowMs: number): boolean {
  return expiresMs <= nowMs || expiresMs > calculateLatestUploadMs(nowMs)
}

/** Returns the latest expiry that a link signed now can have, Unix milliseconds. */
export function calculateLatestUploadMs(nowMs: number): number {
  return nowMs + (uploadSeconds + clockSkewSeconds) * 1000
}

/** Returns the error for one more job with an upload of `bytes`, or `undefined` when the limits allow it. */
export function checkLimits(
  { awaiting, running, bytes: usedBytes }: JobUsage,
  bytes: number,
  { maxAwaiting, maxRunning, maxBytes }: JobLimits,
): ApiError | undefined {
  if (awaiting >= maxAwaiting)
    return tooManyRequests(
      60,
      `${maxAwaiting} jobs await their upload, with those cancelled before theirs within the hour that a link lasts: upload files to them, or wait.`,
    )
  if (running >= maxRunning)
    return tooManyRequests(
      60,
      `${maxRunning} jobs have not ended: wait for one of them, or cancel it. A job that waits for payment goes on after a top-up.`,
    )
  if (usedBytes + bytes > maxBytes)
    return tooManyRequests(
      3600,
      `The files of this account's jobs have ${(usedBytes / gibibyte).toFixed(1)} GB of the ${maxBytes / gibibyte} GB that they may, awaited uploads included: upload those; inputs and results are deleted 30 days after their job was created.`,
    )
  return undefined
}
