import { findExcess } from './limits.ts'

/** A JSON text that exceeds a limit; the message continues "The body". */
export class JsonLimitError extends Error {}

/**
 * Parses a JSON text of a caller. The depth of the value is bounded, so code that walks it may recurse.
 *
 * @throws JsonLimitError when the text is nested too deep or has too many values or fields.
 * @throws SyntaxError when it is not JSON.
 */
export function parseJson(text: string): unknown {
  const excess = findExcess(text)
  if (excess) throw new JsonLimitError(excess)
  return JSON.parse(text)
}
