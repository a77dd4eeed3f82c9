/** Texts of callers, for all schemas with free text: every limit of a text is here. */
import * as z from 'zod'
import { countCharacters, findLongWord } from '../limits.ts'

/**
 * Maximum characters of all texts of one request that name places, together, after normalisation. Percent-encoded,
 * each takes up to 9 bytes of the query string, which also has other parameters. A search looks at fewer.
 */
export const maxTextCharacters = 800

export interface TextOptions {
  /** Characters after normalisation. */
  maxCharacters?: number
  /** Whether the text has no words, such as an id. */
  isCode?: boolean
}

/** A text that is not blank, within the limits of texts, which count after normalisation (NFKC). */
export function textParameter({
  maxCharacters = maxTextCharacters,
  isCode = false,
}: TextOptions = {}) {
  return z
    .string()
    .superRefine((text, context) => {
      const message = textIssue(text, maxCharacters, isCode)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta({ maxLength: maxCharacters })
}

function textIssue(text: string, maxCharacters: number, isCode: boolean): string | undefined {
  const characters = countCharacters(text, maxCharacters)
  if (characters > maxCharacters)
    return `must have at most ${printLimit(maxCharacters)}; it has ${grouped(characters)}`
  if (text.trim() === '') return 'must not be blank'
  const word = isCode ? undefined : findLongWord(text)
  if (word)
    return `must have words of at most ${word.max} letters after normalisation (NFKC); one has ${grouped(word.letters)}`
  return undefined
}

/** Issues of texts that are too long together. */
export function lengthIssues(
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
    `they have ${grouped(characters)}`
  return [{ path: [given[0]![0]], message }]
}

const printLimit = (characters: number) =>
  `${grouped(characters)} characters after normalisation (NFKC)`

/** Digits in groups, as in `14,220`. */
const grouped = (value: number) => value.toLocaleString('en-US')
