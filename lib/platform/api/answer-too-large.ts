import { ApiError } from '#platform/errors'
import type { Call } from './call.ts'

/** Makes the error for an answer over the limit of the platform, or of the function that invokes this one. */
export function answerTooLarge({ maxAnswerBytes, operation }: Call): ApiError {
  return new ApiError(
    'payload_too_large',
    `The answer would be over ${Math.ceil(maxAnswerBytes / 1024 / 1024)} MB. ${operation.tooLarge ?? 'Ask for less at once.'}`,
  )
}
