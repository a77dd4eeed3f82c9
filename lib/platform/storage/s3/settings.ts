const mebibyte = 1024 * 1024

/** Attempts and timeouts of one kind of request. */
export interface RetryPolicy {
  attempts: number
  /** Before the first retry a random time up to this (full jitter), doubled for each further one. */
  backoffMilliseconds: number
  /** Until the headers of the response have arrived, connecting included. */
  responseTimeoutMilliseconds: number
}

export interface S3Settings {
  /** Reads of objects and ranges, which an API caller waits for. */
  read: RetryPolicy
  /** Listings, and writes without a large body. */
  write: RetryPolicy
  /** Delay after which a read without a first byte is sent a second time. */
  hedgeMilliseconds: number
  /** Maximum time between two chunks of a body. */
  stallMilliseconds: number
  /** Size of a part of a multipart upload. */
  partBytes: number
  /** Parts sent at once; `partBytes` of memory each. */
  parallelParts: number
}

/**
 * S3 answers small reads in 10-30 ms, one in a hundred in 100-200 ms. So a read without a byte after
 * 80 ms is a straggler, and after 1.5 s it is lost: it fails after three attempts, 4.7 s, well inside the
 * 25 s of a function. Writes are made by tools, which have more time.
 */
export const defaultSettings: S3Settings = {
  read: { attempts: 3, backoffMilliseconds: 50, responseTimeoutMilliseconds: 1500 },
  write: { attempts: 5, backoffMilliseconds: 200, responseTimeoutMilliseconds: 10_000 },
  hedgeMilliseconds: 80,
  stallMilliseconds: 2000,
  partBytes: 8 * mebibyte,
  parallelParts: 4,
}

/** S3 takes up to 10,000 parts; each but the last has at least 5 MiB. */
const maxParts = 10_000

/**
 * Bytes of a part of an object of `size` bytes: it depends on the size alone, so that a
 * second attempt cuts the object at the same places.
 */
export function partBytesFor(size: number, minBytes: number): number {
  return Math.max(minBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)
}

/** A connection that sends less than 32 KiB/s counts as broken. */
const minBytesPerMillisecond = 32.768

/** The policy for a request with a body of `bytes`. */
export function retryPolicyFor(bytes: number, policy: RetryPolicy): RetryPolicy {
  const sendingMilliseconds = bytes / minBytesPerMillisecond
  return {
    ...policy,
    responseTimeoutMilliseconds: policy.responseTimeoutMilliseconds + sendingMilliseconds,
  }
}
