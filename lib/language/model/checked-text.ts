import { fold } from '#places/text'
import { findMeasures } from './measures.ts'
import type { Facts } from './port.ts'
import { findStrangeName, splitWords } from './text-names.ts'
import { findUnit, listUnitNames } from './unit-names.ts'
import { readWritingWords } from './writing-words.ts'

/** Reason why a text is rejected. */
export type TextRejection =
  | 'length'
  | 'sentences'
  | 'markup'
  | 'link'
  | 'number'
  | 'number word'
  | 'name'
  | 'script'
  | 'instruction'
  | 'no fact'

export type CheckedText =
  | { text: string; rejected?: undefined }
  | { text?: undefined; rejected: TextRejection }

const maxSentences = 3
/** Maximum number of characters: three long sentences. */
const maxLength = 700

/** Placeholder for a name of the facts: a private-use character, which texts must not contain. */
const fact = '\ue000'

const control =
  /[\p{Cc}\p{Co}\p{Cs}\u00ad\u200b\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u
const markup = /[<>{}[\]|`\\*_#~^=]|&\w+;/
/** Includes a slash and a dot between letters: `example.com`. */
const link = /[@/\\]|www|https?|\p{L}\.\p{L}{2}/iu

/**
 * Words of instructions and requests, which a summary of facts never needs, in six languages. In other languages only
 * links, numbers and names can be checked.
 */
const instruction =
  /(?<!\p{L})(?:ignor\p{L}*|disregard\p{L}*|instruc\p{L}*|instruk\p{L}*|anweisung\p{L}*|istruzion\p{L}*|prompt|passwor[dt]\p{L}*|mot de passe|contrase\p{L}*|senha|api|click\p{L}*|cliqu\p{L}*|klick\p{L}*|download\p{L}*|install\p{L}*|subscri\p{L}*|execut\p{L}*|sudo|bitcoin|credit|kredit\p{L}*|sorry|assistant|chatbot)(?!\p{L})/iu

/**
 * Checks that every number, name and link of a text is among the facts, and that it has 1 to 3 sentences. Returns the
 * cleaned text or the reason for rejecting it.
 *
 * - **Numbers**: written as in a fact, with that fact's unit under any of its names. A unit needs a number before it,
 * and a number word must be a count among the facts.
 * - **Names**: a capitalised word must occur in the facts. At the start of a sentence and for German nouns it may
 * instead be a word of a table (six languages; in others the first word of a sentence is free). Names in scripts
 * without capitals cannot be detected. Letters of a script other than the language's must come from the facts.
 * - **Links, markup, instructions**: allowed only within a fact's own words.
 *
 * The check cannot detect a true number used for something else, or a negated fact.
 */
export function checkText(raw: string, facts: Facts, locale: string): CheckedText {
  const reject = (rejected: TextRejection): CheckedText => ({ rejected })
  if (/\n\s*(?:[-•–]|\p{Nd}+[.)])/u.test(raw)) return reject('markup')
  const text = normaliseText(raw)
  if (text === '' || text.length > maxLength) return reject('length')
  if (control.test(text)) return reject('markup')
  const values = Object.values(facts.values).map(normaliseText)
  const named = Object.values(facts.names ?? {}).map(normaliseText)
  const { masked, count } = maskNames(text, [
    ...named.flatMap(splitNames),
    ...values.flatMap(extractNames),
  ])
  if (markup.test(masked)) return reject('markup')
  if (link.test(masked)) return reject('link')
  if (instruction.test(masked)) return reject('instruction')
  const sentences = splitSentences(masked)
  if (sentences.length > maxSentences) return reject('sentences')

  const names = listUnitNames(locale)
  const known = values.flatMap((value) => findMeasures(value, names))
  const isKnown = (number: string, unit: string | undefined) =>
    known.some((measure) => measure.number === number && measure.unit === unit)
  const numbers = findMeasures(masked, names)
  for (const [i, { number, unit, start, end }] of numbers.entries()) {
    // `A2` and `3rd` are more than a number; `1h25min` is two numbers.
    const follows = numbers[i - 1]?.end === start && numbers[i - 1]?.unit !== undefined
    const isGlued = (!follows && isJoining(masked[start - 1])) || (!unit && isJoining(masked[end]))
    if (isGlued || !isKnown(number, unit)) return reject('number')
  }
  const rest = removeSpans(masked, numbers)
  const words = splitWords(rest)
  if (/[\p{N}%٪‰½¼¾]/u.test(rest) || words.some((word) => isBareUnit(word, names)))
    return reject('number')
  if (words.some((word) => isStrangeNumber(word, locale, known))) return reject('number word')
  const strange = findStrangeName(sentences, { locale, values: [...values, ...named], names })
  if (strange) return reject(strange)
  return count + numbers.length > 0 ? { text } : reject('no fact')
}

/** Normalises white space and removes direction marks. */
function normaliseText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Tests whether a character next to a number makes it part of a word. Other scripts write letters and numbers side by
 * side.
 */
const isJoining = (character = '') =>
  /[\p{Nd}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}-]/u.test(character)

/** Returns a list of names as a whole and each of its names. */
const splitNames = (text: string): string[] => [text, ...text.split(/[,;] /)]

/** Returns the names among values: parts without numbers, and parts that begin with a capital (`Rue 4`, `S1`). */
const extractNames = (value: string): string[] =>
  splitNames(value).filter(
    (part) => /\p{L}/u.test(part) && (!/\p{N}/u.test(part) || /^\p{Lu}/u.test(part)),
  )

/** Replaces names by a placeholder, longest first. */
function maskNames(text: string, names: readonly string[]): { masked: string; count: number } {
  const sorted = names
    .filter((name) => name.length > 1)
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/\.$/, '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  if (sorted.length === 0) return { masked: text, count: 0 }
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${sorted.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  let count = 0
  const masked = text.replace(pattern, () => {
    count++
    return fact
  })
  return { masked, count }
}

/**
 * Splits a text into sentences. A sentence ends at a mark that is followed by a space and no lower-case letter, or at
 * a mark of a script without spaces.
 */
function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["'”’»)]*)\s+(?!\p{Ll})|(?<=[。！？।؟])/u)
    .filter((sentence) => /[\p{L}\p{N}\p{Co}]/u.test(sentence))
}

function removeSpans(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of spans) {
    rest += `${text.slice(from, start)} `
    from = end
  }
  return rest + text.slice(from)
}

/** Maximum length of an ordinary word, characters; longer ones are numbers in words, or not words at all. */
const maxWordLength = 60

/** Units whose names have other meanings too: `on foot`, `the second stop`. */
const ambiguous = new Set(['foot', 'second'])

/** Returns whether a word is a unit's full name without a number: `five kilometres`. */
function isBareUnit(word: string, names: ReturnType<typeof listUnitNames>): boolean {
  if (word.length < 4) return false
  const unit = findUnit(word, names)
  return unit !== undefined && !ambiguous.has(unit)
}

function isStrangeNumber(
  word: string,
  locale: string,
  known: readonly { number: string; unit: string | undefined }[],
): boolean {
  const { numbers, compound } = readWritingWords(locale)
  const folded = fold(word)
  if (compound && (folded.length > maxWordLength || compound.test(folded))) return true
  if (!numbers.has(folded)) return false
  const value = numbers.get(folded)
  return !known.some(({ number, unit }) => unit === undefined && number === String(value))
}
