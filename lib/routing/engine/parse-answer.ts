import { hasSuspectCharacter, oneLine } from '../../text/index.ts'

/** An escape in a JSON text that may stand for a control character; a pair of backslashes is one, as in polylines. */
const escaped = /(?<!\\)(?:\\\\)*\\[bfnrtu]/

/** Characters of a text that is not a line of positions: an instruction with several names. */
const maxCharacters = 2_000

/**
 * Parses an answer of the engine. Names in it are one line without control characters, see `oneLine`: tiles of older
 * builds have them as anybody has written them on the map.
 */
export function parseAnswer<Answer>(json: string): Answer {
  const answer: unknown = JSON.parse(json)
  return (
    hasSuspectCharacter(json) || escaped.test(json) ? withCleanTexts(answer) : answer
  ) as Answer
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
