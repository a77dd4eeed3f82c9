/** Parameters for texts of callers, with every limit of a text, for all schemas with free text. */
import * as z from 'zod'
import { countCharacters, findLongWord } from '../limits.ts'

/**
 * Maximum characters, after normalisation, of all texts in a request that name places. Percent-encoded, each takes
 * up to 9 bytes of the query string, which also contains other parameters. A search examines fewer characters.
 */
export const maxTextCharacters = 800

export interface TextOptions {
  /** Maximum number of characters after normalisation. */
  maxCharacters?: number
  /** Whether the text contains no words, such as an id. */
  isCode?: boolean
}

/** Creates a schema for a text that is not blank and within the limits, which apply after normalisation (NFKC). */
export function textParameter({
  maxCharacters = maxTextCharacters,
  isCode = false,
}: TextOptions = {}) {
  return z
    .string()
    .superRefine((text, context) => {
      const message = findTextIssue(text, maxCharacters, isCode)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta({ maxLength: maxCharacters })
}

function findTextIssue(text: string, maxCharacters: number, isCode: boolean): string | undefined {
  const characters = countCharacters(text, maxCharacters)
  if (characters > maxCharacters)
    return `must have at most ${printLimit(maxCharacters)}; it has ${formatNumber(characters)}`
  if (text.trim() === '') return 'must not be blank'
  const word = isCode ? undefined : findLongWord(text)
  if (word)
    return `must have words of at most ${word.max} letters after normalisation (NFKC); one has ${formatNumber(word.letters)}`
  return undefined
}

/** Returns the issue of texts that are too long together; empty if they are not. */
export function findLengthIssues(
  texts: Readonly<Record<string, string | undefined>>,
): { path: PropertyKey[]; message: string }[] {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  const characters = given.reduce(
    (sum, [, text]) => sum + countCharacters(text!, maxTextCharacters),
    0,
  )
  if (characters <= maxTextCharacters) return []
  const names = given.map(([name]) => name).join(', ')
  const message =
    `must have at most ${printLimit(maxTextCharacters)}, together with the other texts: ${names}; ` +
    `they have ${formatNumber(characters)}`
  return [{ path: [given[0]![0]], message }]
}

const printLimit = (characters: number) =>
  `${formatNumber(characters)} characters after normalisation (NFKC)`

/** Formats a number with its digits in groups, such as `14,220`. */
const formatNumber = (value: number) => value.toLocaleString('en-US')
