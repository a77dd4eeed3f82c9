import type { LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

/** A duration or a distance in a sentence: tokens from `start` up to `end`. */
export interface Quantity {
  start: number
  end: number
  /** One, or several that share a unit: `10, 20 and 30 minutes`. */
  values: readonly number[]
  /** `minutes`, or `kilometers`; miles are converted. */
  unit: 'minutes' | 'kilometers'
}

/** Kilometres of an international mile. */
export const kilometersPerMile = 1.609344
const maxListed = 4

/** The number that a token is, in figures (`1,5`, `20`) or in words. */
export function numberIn(token: TextToken | undefined, rules: LanguageRules): number | undefined {
  if (token?.kind === 'word') return rules.numbers.get(token.text)
  if (token?.kind !== 'number' || !/^\d+([.,]\d+)?$/.test(token.text)) return undefined
  return Number(token.text.replace(',', '.'))
}

/** A number and where it ends; also of two words: `twenty-five`, `dix-huit`, `treinta y cinco`. */
export function numberAt(
  tokens: readonly TextToken[],
  at: number,
  rules: LanguageRules,
): { value: number; end: number } | undefined {
  const value = numberIn(tokens[at], rules)
  if (value === undefined) return undefined
  const isTens = tokens[at]!.kind === 'word' && value >= 10 && value < 100 && value % 10 === 0
  const joint = tokens[at + 1]
  const isJoined = joint?.text === '-' || (saysAnd.has(rules.language) && isJoiner(joint, rules))
  const next = isJoined ? at + 2 : at + 1
  const unit = tokens[next]?.kind === 'word' ? numberIn(tokens[next], rules) : undefined
  const isCompound = isTens && unit !== undefined && unit < 10 && (value > 10 || unit > 6)
  return isCompound ? { value: value + unit, end: next + 1 } : { value, end: at + 1 }
}

/** Languages that say `and` between tens and units. */
const saysAnd: ReadonlySet<string> = new Set(['es', 'fr', 'pt'])

export function quantitiesIn(tokens: readonly TextToken[], rules: LanguageRules): Quantity[] {
  const found: Quantity[] = []
  for (let at = 0; at < tokens.length; at++) {
    const quantity =
      phraseAt(tokens, at, rules, 'durations') ??
      phraseAt(tokens, at, rules, 'distances') ??
      hoursAt(tokens, at) ??
      listAt(tokens, at, rules)
    if (!quantity) continue
    found.push(quantity)
    at = quantity.end - 1
  }
  return found
}

/** `half an hour`, `half a mile`: the longest phrase of the table. */
function phraseAt(
  tokens: readonly TextToken[],
  at: number,
  { table }: LanguageRules,
  kind: 'durations' | 'distances',
): Quantity | undefined {
  let best: Quantity | undefined
  const first = tokens[at]!.text
  for (const [phrase, value] of Object.entries(table[kind])) {
    if (!phrase.startsWith(first)) continue
    const end = endOfWords(tokens, at, phrase.split(' '))
    if (end === undefined || end <= (best?.end ?? at)) continue
    const unit = kind === 'durations' ? 'minutes' : 'kilometers'
    best = { start: at, end, values: [value], unit }
  }
  return best
}

/** The end of some words in a row; apostrophes and hyphens between them do not count. */
export function endOfWords(
  tokens: readonly TextToken[],
  at: number,
  words: readonly string[],
): number | undefined {
  let next = at
  for (const [i, word] of words.entries()) {
    while (i > 0 && /^['-]$/.test(tokens[next]?.text ?? '')) next++
    if (tokens[next]?.text !== word) return undefined
    next++
  }
  return next
}

/** `1h`, `1h30`. */
function hoursAt(tokens: readonly TextToken[], at: number): Quantity | undefined {
  const match = /^(\d{1,2})h(\d{2})?$/.exec(tokens[at]!.text)
  if (!match) return undefined
  const minutes = Number(match[1]) * 60 + Number(match[2] ?? 0)
  return { start: at, end: at + 1, values: [minutes], unit: 'minutes' }
}

function listAt(
  tokens: readonly TextToken[],
  at: number,
  rules: LanguageRules,
): Quantity | undefined {
  const values: number[] = []
  let next = at
  while (values.length < maxListed) {
    const number = numberAt(tokens, next, rules)
    if (number === undefined) return undefined
    values.push(number.value)
    next = number.end
    if (tokens[next]?.text === '-') next++
    const scale = unitOf(tokens[next]?.text, rules)
    if (scale) {
      const { unit, factor } = scale
      const scaled = values.map((value) => Math.round(value * factor * 1000) / 1000)
      return { start: at, end: next + 1, values: scaled, unit }
    }
    const own = next
    while (/^[,/]$/.test(tokens[next]?.text ?? '') || isJoiner(tokens[next], rules)) next++
    const maxSmall = isJoiner(tokens[next - 1], rules) ? 3 : 1
    if (next === own) return undefined
    // `within 10 and within 20 minutes`, `in 10 und welches in 20 Minuten`.
    const ahead = [1, 2, 3].find((words) => numberIn(tokens[next + words], rules) !== undefined)
    if (
      ahead !== undefined &&
      ahead <= maxSmall &&
      numberIn(tokens[next], rules) === undefined &&
      tokens.slice(next, next + ahead).every((token) => isSmallWord(token, rules))
    )
      next += ahead
  }
  return undefined
}

const isJoiner = (token: TextToken | undefined, { words }: LanguageRules) =>
  token !== undefined && (words.and.has(token.text) || words.or.has(token.text))

const isSmallWord = (token: TextToken | undefined, { words }: LanguageRules) =>
  token?.kind === 'word' &&
  (words.function.has(token.text) || words.connectors.has(token.text)) &&
  !words.minutes.has(token.text)

function unitOf(
  word: string | undefined,
  { words }: LanguageRules,
): { unit: Quantity['unit']; factor: number } | undefined {
  if (word === undefined) return undefined
  if (words.minutes.has(word)) return { unit: 'minutes', factor: 1 }
  if (words.hours.has(word)) return { unit: 'minutes', factor: 60 }
  if (words.kilometers.has(word)) return { unit: 'kilometers', factor: 1 }
  if (words.meters.has(word)) return { unit: 'kilometers', factor: 0.001 }
  if (words.miles.has(word)) return { unit: 'kilometers', factor: kilometersPerMile }
  return undefined
}
