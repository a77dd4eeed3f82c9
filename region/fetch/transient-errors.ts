/** A download error that another attempt may fix. */
export class TransientError extends Error {
  /** Maximum number of attempts. */
  readonly maxTries: number = 6
}

/** No connection to the server. Fewer attempts, so that users without a network learn quickly. */
export class UnreachableError extends TransientError {
  override readonly maxTries = 3
}

/** No data within the time limit. Fewer attempts, because each takes the whole limit. */
export class StalledError extends TransientError {
  override readonly maxTries = 3
}
