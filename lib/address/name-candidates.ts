import type { Add } from './candidate.ts'
import type { ComponentKey } from './components.ts'
import { numberDesignator } from './designators.ts'
import type { Habits } from './habits.ts'
import {
  bracketed,
  endsInCode,
  type NameKey,
  namedOf,
  namedScores,
  numberedTown,
  placeName,
  wordScores,
} from './name-knowledge.ts'
import type { NamedSpan, Reading } from './reading.ts'
import { streetEvidence } from './street-evidence.ts'
import { gaps, type Token } from './tokens.ts'
import { weights } from './weights.ts'

/** The longest run of tokens that is one name. */
const mostTokensOfName = 9

/** Runs that may be the name of a street, a building or a place. */
export function addNames(reading: Reading, habits: Habits, add: Add): void {
  const { tokens } = reading
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= Math.min(from + mostTokensOfName, tokens.length); to++) {
      if (to - 1 > from && tokens[to - 1]!.gap === gaps.hard) break
      addName(reading, habits, from, to, add)
    }
  }
}

function addName(reading: Reading, habits: Habits, from: number, to: number, add: Add): void {
  const { tokens, facts } = reading
  const count = to - from
  const { start } = tokens[from]!
  const end = valueEnd(reading, to)
  const raw = reading.text.slice(start, end)
  // "č.p." and the like are nothing by themselves.
  if (count < 3 && raw.length < 12 && numberDesignator(raw) === raw.length) return
  const named = namedOf(reading, from, to)
  const figures = countFigures(tokens, from, to)
  const long = weights.longName * Math.max(0, count - 3)
  const street = streetEvidence(tokens, facts, from, to, habits)
  const put = (key: ComponentKey, score: number) => add({ key, from, to, start, end, score })

  if (count > figures || facts[from]!.type || count > 1) {
    const elsewhere = street > 2 ? 0 : placeName(reading, habits, from, to)
    put(
      'road',
      weights.unknown.road +
        street -
        elsewhere +
        (named?.told.includes('street') ? weights.told.road : 0) -
        long * 0.5,
    )
  }
  if (count === 1 && !habits.numberFirst && /^[A-Z]\d{1,2}$/.test(raw) && from === 0) {
    put('road', weights.block)
  }
  if (figures === count) return
  const figurePenalty = figures * 1.2
  const streetness = street > weights.weakType ? street * 0.5 : 0
  const words = wordScores(tokens, from, to)
  const base: Record<NameKey, number> = { ...weights.unknown }
  const known = namedScores(named, habits, reading, from, to)
  const coded = endsInCode(reading, habits, from, to) ? weights.endsInCode : 0
  const score = (key: NameKey, extra: number) =>
    base[key] + extra + (known[key] ?? 0) - long - figurePenalty - streetness - coded
  const bracket = bracketed(reading, from, to)
  const town = numberedTown(reading, from, to, habits) + (words.city ?? 0)
  put('city', score('city', town + (bracket ? weights.bracketed.city : 0)))
  put('suburb', score('suburb', (words.suburb ?? 0) + (bracket ? weights.bracketed.suburb : 0)))
  if (known.state || words.state) put('state', score('state', words.state ?? 0))
  const inBrackets = bracket ? weights.bracketed.county : 0
  if (known.county || words.county) put('county', score('county', (words.county ?? 0) + inBrackets))
  if (words.city_district || known.city_district) {
    put('city_district', score('city_district', words.city_district ?? 0))
  }
  put('house', base.house + words.venue - long * 0.6 - figures * 0.6 - streetness * 1.6)
  if (named?.country) putCountry(reading, named, habits, put)
}

/** A final point belongs to an abbreviation, not to a word in full at the end of the text. */
function valueEnd({ tokens, text }: Reading, to: number): number {
  const { end, raw } = tokens[to - 1]!
  if (
    text[end] === ')' &&
    text[tokens[to - 1]!.start - 1] === '(' &&
    tokens[to - 1]!.gap < gaps.hard
  ) {
    return end + 1
  }
  const sentence = to === tokens.length && raw.endsWith('.') && raw.length > 5
  return sentence && text.length - end < 2 ? end - 1 : end
}

function countFigures(tokens: readonly Token[], from: number, to: number): number {
  let figures = 0
  for (let i = from; i < to; i++) if (tokens[i]!.hasDigit) figures++
  return figures
}

function putCountry(
  { text, tokens }: Reading,
  { from, to, country, coded }: NamedSpan,
  habits: Habits,
  put: (key: ComponentKey, score: number) => void,
): void {
  let score: number = coded ? weights.countryCode : weights.country
  const opens = from === 0 || (from === 1 && /^\d{5,6}$/.test(tokens[0]!.raw))
  if (to < tokens.length) score -= opens ? 1.5 : 4
  if (from > 0 && tokens[from]!.gap !== gaps.hard) score -= coded ? 0.6 : 0.3
  if (country !== habits.country) score -= 4
  if (coded && text[tokens[from]!.start - 1] === '(') score -= 3
  if (tokens.length === to - from) score -= 1
  put('country', score + weights.unknown.road)
}
