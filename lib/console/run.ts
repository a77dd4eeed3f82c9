import { readInput } from '#platform/api'
import { ApiError, unavailable } from '#platform/errors'
import { parseJson } from '#platform/json'
import { type ConsoleStores, consoleActions, isConsoleAction } from './actions.ts'

/** An action by its name, with the JSON text of its input. */
export interface ConsoleCall {
  action: string
  body: string
}

/** An answer of the console as HTTP. */
export interface ConsoleAnswer {
  statusCode: number
  headers: Record<string, string>
  body: string
}

/** Inputs are a few short fields. */
export const maxConsoleBodyBytes = 16 * 1024

/**
 * Does an action of the console.
 *
 * @throws ApiError `not_found` for an unknown action, `bad_request` or `payload_too_large` for a wrong input,
 * and whatever the action throws.
 */
export async function runConsoleAction(
  { action, body }: ConsoleCall,
  open: () => Promise<ConsoleStores>,
): Promise<unknown> {
  if (!isConsoleAction(action)) throw new ApiError('not_found')
  if (Buffer.byteLength(body) > maxConsoleBodyBytes) throw tooLarge()
  const found = consoleActions[action]!
  const input = readInput(found, objectOf(body))
  return await found.run(input, await open())
}

/** The answer of the work, or of what it throws; `onFault` is called with errors that are no fault of the caller. */
export async function consoleAnswer(
  work: () => Promise<unknown>,
  onFault: (error: ApiError) => void = () => {},
): Promise<ConsoleAnswer> {
  try {
    return answerOf(200, await work())
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : unavailable(thrown)
    if (error.status >= 500) onFault(error)
    return answerOf(error.status, error)
  }
}

/** An input over {@link maxConsoleBodyBytes}. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large', `The body is over ${maxConsoleBodyBytes} bytes.`)
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Said below.
  }
  throw new ApiError('bad_request', 'The body must be a JSON object.')
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

function answerOf(statusCode: number, body: unknown): ConsoleAnswer {
  return { statusCode, headers, body: JSON.stringify(body) }
}
