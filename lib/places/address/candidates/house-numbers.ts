import type { AddressConventions } from '../tables/conventions.ts'
import { measureNumberDesignator } from '../tables/designators.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import { gaps, type Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'
import type { AddCandidate } from './candidate.ts'

const houseNumber =
  /^\d{1,5}(?: ?(?:\p{L}|bis|ter|quater|hs|huis|rd|zw|bg|I{1,3}|IV)\.?)?(?: ?[-–/+&] ?(?:\d{1,4} ?\p{L}?|\p{L}|I{1,3}|IV))*(?: \d\/\d)?$/iu
const cyrillicNumber =
  /^\d{1,4} ?\p{L}?(?:\/\d+ ?\p{L}?)?[ ,]*(?:(?:к|корп|корпус|стр|строение|с|лит|литер)\.? ?(?:\d+\p{L}?|\p{L})(?!\p{L})[ ,]*)+$/iu
/** Checks for a letter joined to a number: "C-57", "B/12". */
function isLettered(tokens: readonly Token[], from: number): boolean {
  const next = tokens[from + 1]
  if (!next?.hasDigit || next.gap >= gaps.blank) return false
  return /^\p{L}$/u.test(tokens[from]!.raw)
}

/** Checks for a number inside a designated span such as "floor 3" or "suite 12". */
function isDesignated({ designated, text }: AnnotatedText, start: number): boolean {
  return designated.some(
    (span) =>
      span.key !== 'house' &&
      span.start < start &&
      start < span.end &&
      (span.key === 'po_box' || /^\p{L}{3}/u.test(text.slice(span.start, span.end))),
  )
}

const kilometre = /^km\.? ?\d{1,4}(?:[.,]\d{1,3})?$/i
const letterFirst = /^\p{L}[ /-]{0,2}\d{1,4}\p{L}?(?:-\d{1,3})?$/u

const numberWord = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)$/
/** Words that a number counts: "Seven Sisters Road", "One Tree Hill". */
const counted = /[^s]s$|^(?:hundred|mile|thousand|tree)$/

/** Checks for a number in words, first or after a comma: "One" in "One Liberty Plaza". */
function isNumberWord(
  { tokens, streetFacts }: AnnotatedText,
  at: number,
  { numberFirst, languages }: AddressConventions,
): boolean {
  const following = tokens[at + 1]
  if (!numberFirst || languages[0] !== 'en' || !numberWord.test(tokens[at]!.text)) return false
  if (tokens[at]!.gap !== gaps.hard || following?.gap !== gaps.blank) return false
  return !following.hasDigit && !streetFacts[at + 1]!.type && !counted.test(following.text)
}

/** Adds runs of tokens in the form of house numbers, each from the shortest to the longest. */
export function addHouseNumbers(
  annotated: AnnotatedText,
  conventions: AddressConventions,
  add: AddCandidate,
): void {
  const { text, tokens } = annotated
  for (let from = 0; from < tokens.length; from++) {
    const first = tokens[from]!
    if (isNumberWord(annotated, from, conventions)) {
      const { start, end } = first
      add({ key: 'house_number', from, to: from + 1, start, end, score: weights.houseNumber })
    }
    if (first.text === 'km' && tokens[from + 1]?.hasDigit) {
      const { end } = tokens[from + 1]!
      if (kilometre.test(text.slice(first.start, end))) {
        add({
          key: 'house_number',
          from,
          to: from + 2,
          start: first.start,
          end,
          score: weights.kilometre,
        })
      }
    }
    if (
      !/^\p{Nd}/u.test(first.raw) &&
      !(letterFirst.test(first.raw) && first.raw.length < 5) &&
      !isLettered(tokens, from)
    )
      continue
    for (let to = from + 1; to <= Math.min(from + 6, tokens.length); to++) {
      const raw = text.slice(first.start, tokens[to - 1]!.end)
      const cyrillic = cyrillicNumber.test(raw)
      const hard = to - 1 > from && tokens[to - 1]!.gap === gaps.hard
      if (
        hard &&
        !cyrillic &&
        !/^(?:к|корп|корпус|стр|строение|с|лит|литер)$/.test(tokens[to - 1]!.text)
      )
        break
      // "3rd St"
      if (conventions.languages[0] === 'en' && /^\d+(?:st|nd|rd|th)$/i.test(raw)) continue
      const closes = to === tokens.length || tokens[to]!.gap === gaps.hard
      // "Fő utca 12."
      const number = closes ? raw.replace(/(?<=\d)\.$/, '') : raw
      if (!houseNumber.test(number) && !cyrillic && !(letterFirst.test(raw) && raw.length < 7))
        continue
      let score = weights.houseNumber + weights.houseNumberToken * (to - from)
      if (!/^\d/.test(raw)) score -= 1.6
      // "12 A Street": a letter with a blank before it may begin the street.
      if (
        / \p{L}$/u.test(raw) &&
        tokens[to] &&
        tokens[to]!.gap !== gaps.hard &&
        conventions.numberFirst
      )
        score -= 0.8
      if (/^\d{5}/.test(raw)) score -= 0.7
      if (/^0/.test(raw)) score -= 1
      if (raw.endsWith('.') && to - from === 1 && !closes) score -= 1
      if (cyrillic) score += 2
      if (isDesignated(annotated, first.start)) score -= weights.numberWithin
      const end = raw.endsWith('.') ? tokens[to - 1]!.end - 1 : tokens[to - 1]!.end
      const candidate = { key: 'house_number' as const, to, start: first.start, end }
      add({ ...candidate, from, score })
      const before = measureNumberDesignator(text.slice(Math.max(0, first.start - 16), first.start))
      const begin = before > 0 ? tokens.findIndex((t) => t.start >= first.start - before) : from
      if (begin < from && begin >= 0) {
        add({
          ...candidate,
          from: begin,
          score: score + weights.namedNumber + 0.5 * (from - begin),
        })
      }
    }
  }
}
