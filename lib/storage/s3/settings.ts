const mebibyte = 1024 * 1024

/** How long and how often one kind of request is tried. */
export interface Patience {
  attempts: number
  /** Before the first retry a random time up to this (full jitter), doubled for each further one. */
  backoffMilliseconds: number
  /** Until the headers of the answer are there, connecting included. */
  answerMilliseconds: number
}

export interface S3Settings {
  /** Objects and parts of them: what a caller of a function waits for. */
  read: Patience
  /** Listings, and writes without a large body. */
  write: Patience
  /** A read whose first byte has not come by then is asked for a second time. */
  hedgeMilliseconds: number
  /** Between two pieces of a body. */
  stallMilliseconds: number
  /** Of a multipart upload. */
  partBytes: number
  /** Parts on their way at once; `partBytes` of memory each. */
  parallelParts: number
}

/**
 * S3 answers small reads in 10-30 ms, one in a hundred in 100-200 ms. So 80 ms without a byte is a
 * straggler, and 1.5 s is no answer at all: a read that gets none fails after three attempts, 4.7 s,
 * well inside the 25 s a function has. Writes are made by tools, which have more time.
 */
export const defaultSettings: S3Settings = {
  read: { attempts: 3, backoffMilliseconds: 50, answerMilliseconds: 1500 },
  write: { attempts: 5, backoffMilliseconds: 200, answerMilliseconds: 10_000 },
  hedgeMilliseconds: 80,
  stallMilliseconds: 2000,
  partBytes: 8 * mebibyte,
  parallelParts: 4,
}

/** S3 takes up to 10,000 parts; each but the last has at least 5 MiB. */
const maxParts = 10_000

/**
 * Bytes of a part of an object of `size` bytes: fixed by the size alone, so that a second attempt
 * cuts where the first did.
 */
export function partBytesFor(size: number, least: number): number {
  return Math.max(least, Math.ceil(size / maxParts / mebibyte) * mebibyte)
}

/** A line that takes less than 32 KiB/s of a body is taken for broken. */
const slowestBytesPerMillisecond = 32.768

/** The patience for a request that carries `bytes`. */
export function patienceFor(bytes: number, { ...patience }: Patience): Patience {
  patience.answerMilliseconds += bytes / slowestBytesPerMillisecond
  return patience
}
