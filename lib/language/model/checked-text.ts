import { fold } from '#places/text'
import { measuresIn } from './measures.ts'
import type { Facts } from './port.ts'
import { strangeName, wordsOf } from './text-names.ts'
import { unitNames, unitOf } from './unit-names.ts'
import { writingWords } from './writing-words.ts'

/** Why a text is not used. */
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
/** Characters: three long sentences. */
const maxLength = 700

/** Stands for a name of the facts; a private character, which no text may hold. */
const fact = '\ue000'

const control =
  /[\p{Cc}\p{Co}\p{Cs}\u00ad\u200b\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u
const markup = /[<>{}[\]|`\\*_#~^=]|&\w+;/
/** Also a slash, and a dot between letters: `example.com`. */
const link = /[@/\\]|www|https?|\p{L}\.\p{L}{2}/iu

/**
 * Words of instructions and of those who want something; a summary of facts has no use for them. In six languages:
 * elsewhere links, numbers and names are what can be checked.
 */
const instruction =
  /(?<!\p{L})(?:ignor\p{L}*|disregard\p{L}*|instruc\p{L}*|instruk\p{L}*|anweisung\p{L}*|istruzion\p{L}*|prompt|passwor[dt]\p{L}*|mot de passe|contrase\p{L}*|senha|api|click\p{L}*|cliqu\p{L}*|klick\p{L}*|download\p{L}*|install\p{L}*|subscri\p{L}*|execut\p{L}*|sudo|bitcoin|credit|kredit\p{L}*|sorry|assistant|chatbot)(?!\p{L})/iu

/**
 * A text whose every number, name and link is among the facts, in 1 to 3 sentences; or why it is none.
 *
 * - **Numbers**: figures as a fact writes them, with that fact's unit in any of its names; a unit needs figures
 *   before it, and a number word must be a count among the facts.
 * - **Names**: what has a capital is a word of the facts, except where a sentence begins and for German nouns: those
 *   are words of a table (six languages; elsewhere the first word of a sentence is free). Scripts without capitals
 *   show no names; letters of another script than the language's must be the facts'.
 * - **Links, markup, instructions**: none outside of a fact's own words.
 *
 * It cannot see a true number used for something else, or a fact denied.
 */
export function checkedText(raw: string, facts: Facts, locale: string): CheckedText {
  const reject = (rejected: TextRejection): CheckedText => ({ rejected })
  if (/\n\s*(?:[-•–]|\p{Nd}+[.)])/u.test(raw)) return reject('markup')
  const text = plain(raw)
  if (text === '' || text.length > maxLength) return reject('length')
  if (control.test(text)) return reject('markup')
  const values = Object.values(facts.values).map(plain)
  const named = Object.values(facts.names ?? {}).map(plain)
  const { masked, count } = maskNames(text, [...named.flatMap(partsOf), ...values.flatMap(namesIn)])
  if (markup.test(masked)) return reject('markup')
  if (link.test(masked)) return reject('link')
  if (instruction.test(masked)) return reject('instruction')
  const sentences = sentencesOf(masked)
  if (sentences.length > maxSentences) return reject('sentences')

  const names = unitNames(locale)
  const known = values.flatMap((value) => measuresIn(value, names))
  const isKnown = (number: string, unit: string | undefined) =>
    known.some((measure) => measure.number === number && measure.unit === unit)
  const numbers = measuresIn(masked, names)
  for (const [i, { number, unit, start, end }] of numbers.entries()) {
    // `A2` and `3rd` are more than their number; `1h25min` is two.
    const follows = numbers[i - 1]?.end === start && numbers[i - 1]?.unit !== undefined
    const isGlued = (!follows && joins(masked[start - 1])) || (!unit && joins(masked[end]))
    if (isGlued || !isKnown(number, unit)) return reject('number')
  }
  const rest = withoutSpans(masked, numbers)
  const words = wordsOf(rest)
  if (/[\p{N}%٪‰½¼¾]/u.test(rest) || words.some((word) => isBareUnit(word, names)))
    return reject('number')
  if (words.some((word) => isStrangeNumber(word, locale, known))) return reject('number word')
  const strange = strangeName(sentences, { locale, values: [...values, ...named], names })
  if (strange) return reject(strange)
  return count + numbers.length > 0 ? { text } : reject('no fact')
}

/** One kind of blanks, and no marks of direction. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What makes a number part of a word; other scripts write letters and figures side by side. */
const joins = (character = '') =>
  /[\p{Nd}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}-]/u.test(character)

/** A list of names and each of them. */
const partsOf = (text: string): string[] => [text, ...text.split(/[,;] /)]

/** Names among values: those without figures, and those that begin with a capital (`Rue 4`, `S1`). */
const namesIn = (value: string): string[] =>
  partsOf(value).filter(
    (part) => /\p{L}/u.test(part) && (!/\p{N}/u.test(part) || /^\p{Lu}/u.test(part)),
  )

/** Replaces names, longest first. */
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

/** Ends are marks before a blank and anything but a small letter, or those of scripts without blanks. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["'”’»)]*)\s+(?!\p{Ll})|(?<=[。！？।؟])/u)
    .filter((sentence) => /[\p{L}\p{N}\p{Co}]/u.test(sentence))
}

function withoutSpans(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of spans) {
    rest += `${text.slice(from, start)} `
    from = end
  }
  return rest + text.slice(from)
}

/** Longer words are numbers written out, or no words. */
const maxWordLength = 60

/** Words that are also more than units: `on foot`, `the second stop`. */
const ambiguous = new Set(['foot', 'second'])

/** A unit's whole name without figures: `five kilometres`. */
function isBareUnit(word: string, names: ReturnType<typeof unitNames>): boolean {
  if (word.length < 4) return false
  const unit = unitOf(word, names)
  return unit !== undefined && !ambiguous.has(unit)
}

function isStrangeNumber(
  word: string,
  locale: string,
  known: readonly { number: string; unit: string | undefined }[],
): boolean {
  const { numbers, compound } = writingWords(locale)
  const folded = fold(word)
  if (compound && (folded.length > maxWordLength || compound.test(folded))) return true
  if (!numbers.has(folded)) return false
  const value = numbers.get(folded)
  return !known.some(({ number, unit }) => unit === undefined && number === String(value))
}
