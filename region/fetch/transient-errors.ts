/** A fault of a download that another try may mend. */
export class TransientError extends Error {
  /** How often to try in all. */
  readonly maxTries: number = 6
}

/** Without a network nobody wants to wait long to be told so. */
export class UnreachableError extends TransientError {
  override readonly maxTries = 3
}

/** Each try of these takes its whole timeout. */
export class StalledError extends TransientError {
  override readonly maxTries = 3
}
