/** Maximum nesting of arrays and objects. The deepest valid request has 10 levels. */
export const maxDepth = 64

/** Maximum values in one text. A trace of 20,000 points with ten fields each has fewer. */
export const maxValues = 250_000

/** Maximum number of different field names in one text. A parser takes a microsecond for each new one. */
export const maxNames = 2_000

/** Shorter texts have too few names to matter. */
const shortText = 64 * 1024

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

const tooDeep = `is nested deeper than ${maxDepth} levels`
const tooManyValues = `has over ${maxValues.toLocaleString('en-US')} values`
const tooManyNames = `has over ${maxNames.toLocaleString('en-US')} different field names`

export interface JsonScan {
  /** Description of how the text exceeds the limits. */
  excess?: string
  /** Number of fields of all objects, repeated ones included. */
  fieldCount: number
}

/**
 * Checks a JSON text against the limits and counts its fields. Reads the text once and builds no values, since a
 * parser spends seconds on 6 MB of brackets. A text that is not JSON may pass.
 */
export function scanJson(text: string): JsonScan {
  const names = text.length > shortText ? new Set<string>() : undefined
  let depth = 0
  let values = 0
  let fieldCount = 0
  // Range of the last string, without its quotes.
  let [start, end] = [0, 0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      start = i + 1
      end = endOfString(text, start)
      i = end
    } else if (code === comma) {
      if (++values > maxValues) return { excess: tooManyValues, fieldCount }
    } else if (code === colon) {
      fieldCount++
      if (names && names.add(text.slice(start, end)).size > maxNames) {
        return { excess: tooManyNames, fieldCount }
      }
    } else if (code === openArray || code === openObject) {
      if (++depth > maxDepth) return { excess: tooDeep, fieldCount }
      if (++values > maxValues) return { excess: tooManyValues, fieldCount }
    } else if (code === closeArray || code === closeObject) {
      depth--
    }
  }
  return { fieldCount }
}

/** Returns the index of the closing quote, or the end of the text without one. */
export function endOfString(text: string, start: number): number {
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) break
  }
  return at
}
