import { ApiError } from '#platform/errors'

/** Returns the message of an error for an operator: with the cause, which a caller of the API never sees. */
export function explainAccountsError(error: unknown): string {
  const { message, cause } = error as Error
  if (error instanceof ApiError && cause instanceof Error)
    return `The accounts cannot be used: ${cause.message}`
  return message
}
