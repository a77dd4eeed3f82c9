import { ApiError } from '#platform/errors'
import { hasSuspectCharacter, toOneLine } from '#platform/safe-text'

/**
 * An escape in a JSON text that may stand for a control character. An escaped backslash, common in
 * polylines, starts no other escape.
 */
const escaped = /(?<!\\)(?:\\\\)*\\[bfnrtu]/

/** Maximum length of a text that was cleaned, characters: enough for an instruction with several names. */
const maxCharacters = 2_000

/**
 * Maximum number of characters of an answer of the engine. Parsing cannot be interrupted, and takes 2 ms per million.
 * A longer route or trace would exceed the 6 MB limit of a response in any case.
 */
export const maxAnswerCharacters = 16_000_000

/**
 * Throws `payload_too_large` for a text of the engine that takes too long to parse.
 *
 * @param length Number of characters in the text.
 */
export function checkAnswerLength(length: number): void {
  if (length <= maxAnswerCharacters) return
  throw new ApiError('payload_too_large', 'The answer would be over 6 MB. Ask for less at once.')
}

/** Returns whether a name in an answer of the engine may need cleaning. */
export function mayHoldUncleanName(json: string): boolean {
  return hasSuspectCharacter(json) || escaped.test(json)
}

/**
 * Parses an answer of the engine. Reduces names to one line without control characters, see `toOneLine`: tiles of older
 * builds contain them as they were entered on the map.
 *
 * @param isUnclean See {@link mayHoldUncleanName}, which takes a third of the time.
 */
export function parseAnswer<Answer>(json: string, isUnclean = mayHoldUncleanName(json)): Answer {
  const answer: unknown = JSON.parse(json)
  return (isUnclean ? cleanTexts(answer) : answer) as Answer
}

/** Cleans texts recursively. Answers of the engine are about ten levels deep. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return hasSuspectCharacter(value) ? toOneLine(value, maxCharacters) : value
  if (Array.isArray(value)) return value.map(cleanTexts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cleanTexts(field)]))
}
