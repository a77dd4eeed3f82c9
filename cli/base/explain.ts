import { ApiError } from '#platform/errors'

/** Returns the message of an error for the person at the terminal, who sees the cause that callers do not. */
export function explainServiceError(error: unknown): string {
  const hidesCause =
    error instanceof ApiError && error.status >= 500 && error.cause instanceof Error
  const shown = hidesCause ? error.cause : error
  return shown instanceof Error ? shown.message : String(shown)
}
