import { ApiError } from '../../lib/errors/index.ts'

/** An error of the service hides its cause from callers; the person at the terminal sees it. */
export function explainJobsError(error: unknown): string {
  const { message, cause } = error as Error
  return error instanceof ApiError && error.status >= 500 && cause instanceof Error
    ? cause.message
    : message
}
