import { ApiError } from '#platform/errors'

/** An error of the service hides its cause from callers; the person at the terminal sees it. */
export function explainServiceError(error: unknown): string {
  const hidesCause =
    error instanceof ApiError && error.status >= 500 && error.cause instanceof Error
  const shown = hidesCause ? error.cause : error
  return shown instanceof Error ? shown.message : String(shown)
}
