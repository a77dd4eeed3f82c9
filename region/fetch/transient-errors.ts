/** A download error that another attempt may fix. */
export class TransientError extends Error {
  /** Attempts in all. */
  readonly maxTries: number = 6
}

/** Without a network the user should learn so quickly. */
export class UnreachableError extends TransientError {
  override readonly maxTries = 3
}

/** Each attempt takes the whole timeout. */
export class StalledError extends TransientError {
  override readonly maxTries = 3
}
