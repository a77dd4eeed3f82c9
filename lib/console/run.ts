import { readInput } from '#platform/api'
import { ApiError, unavailable } from '#platform/errors'
import { parseJson } from '#platform/json'
import { type ConsoleStores, consoleActions, isConsoleAction } from './actions.ts'

/** Name of an action, and the JSON text of its input. */
export interface ConsoleCall {
  action: string
  body: string
}

/** HTTP response of the console. */
export interface ConsoleAnswer {
  statusCode: number
  headers: Record<string, string>
  body: string
}

/** Maximum bytes of an input, which consists of a few short fields. */
export const maxConsoleBodyBytes = 16 * 1024

/**
 * Runs an action of the console.
 *
 * @throws ApiError `not_found` for an unknown action, `bad_request` or `payload_too_large` for an invalid input, and
 * the errors of the action.
 */
export async function runConsoleAction(
  { action, body }: ConsoleCall,
  open: () => Promise<ConsoleStores>,
): Promise<unknown> {
  if (!isConsoleAction(action)) throw new ApiError('not_found')
  if (Buffer.byteLength(body) > maxConsoleBodyBytes) throw tooLarge()
  const found = consoleActions[action]!
  const input = readInput(found, parseObject(body))
  return await found.run(input, await open())
}

/**
 * Runs `work` and converts its result or error to a response. Calls `onFault` with errors that the caller did not
 * cause.
 */
export async function answerConsoleCall(
  work: () => Promise<unknown>,
  onFault: (error: ApiError) => void = () => {},
): Promise<ConsoleAnswer> {
  try {
    return makeAnswer(200, await work())
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : unavailable(thrown)
    if (error.status >= 500) onFault(error)
    return makeAnswer(error.status, error)
  }
}

/** Makes the error for an input over {@link maxConsoleBodyBytes}. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large', `The body is over ${maxConsoleBodyBytes} bytes.`)
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Reported below.
  }
  throw new ApiError('bad_request', 'The body must be a JSON object.')
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

function makeAnswer(statusCode: number, body: unknown): ConsoleAnswer {
  return { statusCode, headers, body: JSON.stringify(body) }
}
