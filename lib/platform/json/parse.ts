import { pause } from '#platform/concurrency'
import { scanJson } from './limits.ts'
import { findRepeatedName } from './repeated-names.ts'

/** Thrown when a JSON text exceeds a limit; the message is a predicate, to be put after "The body". */
export class JsonLimitError extends Error {}

/** Thrown when an object in a JSON text contains a field twice. */
export class RepeatedNameError extends Error {
  /** Path of the repeated field. */
  readonly path: string

  constructor(path: string) {
    super(`has the field ${path} more than once`)
    this.path = path
  }
}

/**
 * Parses a JSON text of a caller. The depth of the value is limited, so code that walks it may recurse.
 *
 * @throws JsonLimitError when the text is nested too deep or has too many values or fields.
 * @throws SyntaxError when it is not JSON.
 */
export function parseJson(text: string): unknown {
  checkLimits(text)
  return JSON.parse(text)
}

/**
 * Parses a whole body as {@link parseJson} does, and refuses repeated fields. Reads the text three times, up to 40 ms
 * each for 6 MB, and pauses in between.
 *
 * @throws RepeatedNameError when an object contains a field twice, in addition to the errors of {@link parseJson}.
 */
export async function readJson(text: string): Promise<unknown> {
  const fieldCount = checkLimits(text)
  await pause()
  const value: unknown = JSON.parse(text)
  await pause()
  const repeated = findRepeatedName(text, value, fieldCount)
  if (repeated !== undefined) throw new RepeatedNameError(repeated)
  await pause()
  return value
}

/** Throws when a limit is exceeded; returns the number of fields. */
function checkLimits(text: string): number {
  const { excess, fieldCount } = scanJson(text)
  if (excess) throw new JsonLimitError(excess)
  return fieldCount
}
