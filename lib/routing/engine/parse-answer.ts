import { ApiError } from '#platform/errors'
import { hasSuspectCharacter, oneLine } from '#platform/safe-text'

/** An escape in a JSON text that may stand for a control character; a pair of backslashes is one, as in polylines. */
const escaped = /(?<!\\)(?:\\\\)*\\[bfnrtu]/

/** Characters of a text that is not a line of positions: an instruction with several names. */
const maxCharacters = 2_000

/**
 * Characters of an answer of the engine, at most. Parsing cannot be interrupted, and takes 2 ms for a million; what is
 * made of a longer route or trace is over the 6 MB of an answer in any case.
 */
export const maxAnswerCharacters = 16_000_000

/**
 * Throws `payload_too_large` for a text of the engine that takes too long to parse.
 *
 * @param length Characters of the text.
 */
export function checkAnswerLength(length: number): void {
  if (length <= maxAnswerCharacters) return
  throw new ApiError('payload_too_large', 'The answer would be over 6 MB. Ask for less at once.')
}

/** Whether a name in an answer of the engine may have to be cleaned. */
export function mayHoldUncleanName(json: string): boolean {
  return hasSuspectCharacter(json) || escaped.test(json)
}

/**
 * Parses an answer of the engine. Names in it are one line without control characters, see `oneLine`: tiles of older
 * builds have them as anybody has written them on the map.
 *
 * @param isUnclean See {@link mayHoldUncleanName}, which takes a third of the time.
 */
export function parseAnswer<Answer>(json: string, isUnclean = mayHoldUncleanName(json)): Answer {
  const answer: unknown = JSON.parse(json)
  return (isUnclean ? withCleanTexts(answer) : answer) as Answer
}

/** Answers of the engine are some ten levels deep. */
function withCleanTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return hasSuspectCharacter(value) ? oneLine(value, maxCharacters) : value
  if (Array.isArray(value)) return value.map(withCleanTexts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withCleanTexts(field)]),
  )
}
