const mebibyte = 1024 * 1024

/** Attempts and timeouts of one kind of request. */
export interface RetryPolicy {
  attempts: number
  /** Maximum random delay before the first retry (full jitter); doubled for each further retry. */
  backoffMilliseconds: number
  /** Time until the headers of the response have arrived, including the connection. */
  responseTimeoutMilliseconds: number
}

export interface S3Settings {
  /** Reads of objects and ranges, which an API caller waits for. */
  read: RetryPolicy
  /** Listings, and writes without a large body. */
  write: RetryPolicy
  /** Delay after which a read without a first byte is sent again. */
  hedgeMilliseconds: number
  /** Maximum time between two chunks of a body. */
  stallMilliseconds: number
  /** Size of a part of a multipart upload. */
  partBytes: number
  /** Parts sent at once; `partBytes` of memory each. */
  parallelParts: number
}

/**
 * S3 answers small reads in 10-30 ms, and one in a hundred in 100-200 ms. A read without a byte after 80 ms is
 * therefore a straggler, and after 1.5 s it is lost. It fails after three attempts, 4.7 s, well within the 25 s of a
 * function. Writes are made by tools, which have more time.
 */
export const defaultSettings: S3Settings = {
  read: { attempts: 3, backoffMilliseconds: 50, responseTimeoutMilliseconds: 1500 },
  write: { attempts: 5, backoffMilliseconds: 200, responseTimeoutMilliseconds: 10_000 },
  hedgeMilliseconds: 80,
  stallMilliseconds: 2000,
  partBytes: 8 * mebibyte,
  parallelParts: 4,
}

/** S3 accepts up to 10,000 parts; each except the last must have at least 5 MiB. */
const maxParts = 10_000

/**
 * Returns the part size for an object of `size` bytes. It depends on the size alone, so that a second attempt cuts
 * the object at the same places.
 */
export function choosePartBytes(size: number, minBytes: number): number {
  return Math.max(minBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)
}

/** Minimum rate of a connection; one that sends less than 32 KiB/s counts as broken. */
const minBytesPerMillisecond = 32.768

/** Returns the policy for a request with a body of `bytes`. */
export function chooseRetryPolicy(bytes: number, policy: RetryPolicy): RetryPolicy {
  const sendingMilliseconds = bytes / minBytesPerMillisecond
  return {
    ...policy,
    responseTimeoutMilliseconds: policy.responseTimeoutMilliseconds + sendingMilliseconds,
  }
}
