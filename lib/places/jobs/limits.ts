import { type ApiError, tooManyRequests } from '#platform/errors'

/** The most that an account may have at the same time. */
export interface JobLimits {
  /** Jobs that await their upload, and cancelled ones for as long as their link takes one. */
  maxAwaiting: number
  /** Jobs that have their file and have not ended: while there are as many, no further one is created. */
  maxRunning: number
  /** Bytes of inputs and results; an upload that is awaited counts with its maximum. */
  maxBytes: number
}

/** The jobs of an account and the bytes of their files, counted exactly. */
export interface JobUsage {
  awaiting: number
  running: number
  bytes: number
}

const gibibyte = 1024 ** 3

/** Bytes of a file that are read before its price is held, whatever the balance. */
export const freePlanBytes = 64 * 1024 ** 2

/** Bytes of a file for which the price of a row must be there at least, to read beyond {@link freePlanBytes}. */
const bytesPerRow = 1024 ** 2

/** Rows whose price the balance must cover, by the rows and bytes of a file read so far. */
export function rowsToCover(rows: number, bytes: number): number {
  return bytes <= freePlanBytes ? 0 : Math.max(rows, Math.floor(bytes / bytesPerRow))
}

/** The limits of jobs that callers create: {@link JobLimits.maxAwaiting} uploads of the largest size fit into the bytes. */
export const accountLimits: JobLimits = {
  maxAwaiting: 100,
  maxRunning: 100,
  maxBytes: 256 * gibibyte,
}

/** An upload is accepted for this long, seconds. */
export const uploadSeconds = 3600

/** Two clocks may differ this much, seconds. */
const clockSkewSeconds = 300

/**
 * Whether an upload is expected no more. An end that is further ahead than an upload lasts was written by a clock
 * that has been set back since; it frees its place too.
 */
export function isUploadOver(expiresMs: number, nowMs: number): boolean {
  return expiresMs <= nowMs || expiresMs > latestUploadMs(nowMs)
}

/** The latest end that an upload can have which is signed now. */
export function latestUploadMs(nowMs: number): number {
  return nowMs + (uploadSeconds + clockSkewSeconds) * 1000
}

/** The refusal of a job that awaits an upload of `bytes`; `undefined` when the account has room for it. */
export function limitReached(
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
