import { endOfWords, numberAt } from './quantities.ts'
import type { LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

/** A time of day in a sentence: tokens from `start` up to `end`. */
export interface ClockTime {
  start: number
  end: number
  /** Minutes since midnight. */
  minutes: number
  /** Said of an arrival: `by nine`. */
  isDeadline: boolean
}

type TimeSpan = Omit<ClockTime, 'isDeadline'>

type ClockPattern =
  | 'hour'
  | 'half'
  | 'half_to'
  | 'quarter_past'
  | 'quarter_to'
  | 'minutes'
  | 'minutes_past'
  | 'minutes_to'

/** Minutes since midnight of an hour and minutes in the words of each pattern. */
const readings: Record<ClockPattern, (hour: number, minutes: number) => number> = {
  hour: (hour) => hour * 60,
  half: (hour) => hour * 60 + 30,
  half_to: (hour) => hour * 60 - 30,
  quarter_past: (hour) => hour * 60 + 15,
  quarter_to: (hour) => hour * 60 - 15,
  minutes: (hour, minutes) => hour * 60 + minutes,
  minutes_past: (hour, minutes) => hour * 60 + minutes,
  minutes_to: (hour, minutes) => hour * 60 - minutes,
}

export function clockTimesIn(tokens: readonly TextToken[], rules: LanguageRules): ClockTime[] {
  const found: ClockTime[] = []
  for (let at = 0; at < tokens.length; at++) {
    const time = longest([figuresAt(tokens, at, rules), wordsAt(tokens, at, rules)])
    if (!time) continue
    const { minutes, end } = withHalfOfDay(time, tokens, rules)
    const isDeadline = [at, at - 1].some((i) => rules.words.deadline.has(tokens[i - 1]?.text ?? ''))
    found.push({ start: at, end, minutes: (minutes + 1440) % 1440, isDeadline })
    at = end - 1
  }
  return found
}

function longest(times: readonly (TimeSpan | undefined)[]): TimeSpan | undefined {
  return times
    .filter((time) => time !== undefined)
    .sort((a, b) => b.end - a.end)
    .at(0)
}

/** `8:30`, `8h15`, `20h`; `8.30` beside a word of the clock only. */
function figuresAt(
  tokens: readonly TextToken[],
  start: number,
  { table }: LanguageRules,
): TimeSpan | undefined {
  const token = tokens[start]!
  const match = /^(\d{1,2})(?:(:|\.|h)(\d{2})|h)$/.exec(token.text)
  if (token.kind !== 'number' || !match) return undefined
  const beside = [tokens[start - 1]?.text, tokens[start + 1]?.text]
  if (match[2] === '.' && !beside.some((word) => table.clock.beside.includes(word ?? ''))) {
    return undefined
  }
  const [hour, minutes] = [Number(match[1]), Number(match[3] ?? 0)]
  if (hour > 24 || minutes > 59) return undefined
  return { start, end: start + 1, minutes: hour * 60 + minutes }
}

interface TimePattern {
  steps: readonly string[]
  reading: (hour: number, minutes: number) => number
}

/** Patterns by their first word; those that begin with a number are under `H`. */
const patternsByWord = new Map<LanguageRules, Map<string, TimePattern[]>>()

function patternsOf(rules: LanguageRules): Map<string, TimePattern[]> {
  const known = patternsByWord.get(rules)
  if (known) return known
  const { clock } = rules.table
  const index = new Map<string, TimePattern[]>()
  for (const [name, reading] of Object.entries(readings)) {
    for (const pattern of clock[name as ClockPattern]) {
      for (const words of [pattern, ...clock.at.map((at) => `${at} ${pattern}`)]) {
        const steps = words.split(' ')
        const first = steps[0] === 'M' ? 'H' : steps[0]!
        index.set(first, [...(index.get(first) ?? []), { steps, reading }])
      }
    }
  }
  patternsByWord.set(rules, index)
  return index
}

function wordsAt(
  tokens: readonly TextToken[],
  start: number,
  rules: LanguageRules,
): TimeSpan | undefined {
  const { clock } = rules.table
  const patterns = patternsOf(rules)
  const isNumber = wholeNumber(tokens[start], rules) !== undefined
  const found: (TimeSpan | undefined)[] = [
    ...(patterns.get(tokens[start]!.text) ?? []),
    ...(isNumber ? (patterns.get('H') ?? []) : []),
  ].map(({ steps, reading }) => patternAt(tokens, start, steps, rules, reading))
  for (const [words, minutes] of [
    [clock.noon, 720],
    [clock.midnight, 0],
  ] as const) {
    for (const word of words) {
      if (!word.startsWith(tokens[start]!.text)) continue
      const end = endOfWords(tokens, start, word.split(' '))
      if (end !== undefined) found.push({ start, end, minutes })
    }
  }
  return longest(found)
}

/** A pattern such as `quarter to H`. */
function patternAt(
  tokens: readonly TextToken[],
  start: number,
  pattern: readonly string[],
  rules: LanguageRules,
  reading: (hour: number, minutes: number) => number,
): TimeSpan | undefined {
  let [next, hour, minutes] = [start, -1, 0]
  for (const step of pattern) {
    while (next > start && /^['-]$/.test(tokens[next]?.text ?? '')) next++
    const token = tokens[next]
    if (step === 'H' || step === 'M') {
      const max = step === 'H' ? 24 : 59
      const found = clockNumber(tokens, next, { rules, max })
      if (found === undefined) return undefined
      if (step === 'H') hour = found.value
      else minutes = found.value
      next = found.end
      continue
    }
    if (token?.text !== step) return undefined
    next++
  }
  const follower = tokens[next]?.text ?? ''
  const { words } = rules
  const isMeasure = [words.minutes, words.hours, words.kilometers, words.meters, words.miles].some(
    (units) => units.has(follower),
  )
  return isMeasure ? undefined : { start, end: next, minutes: reading(hour, minutes) }
}

/** A number of a time, also of two words (`dix-huit`) if that is not too much. */
function clockNumber(
  tokens: readonly TextToken[],
  at: number,
  { rules, max }: { rules: LanguageRules; max: number },
): { value: number; end: number } | undefined {
  const isWord = tokens[at]?.kind === 'word'
  const compound = isWord ? numberAt(tokens, at, rules) : undefined
  if (compound && compound.value <= max) return compound
  const value = wholeNumber(tokens[at], rules)
  return value === undefined || value > max ? undefined : { value, end: at + 1 }
}

function wholeNumber(token: TextToken | undefined, rules: LanguageRules): number | undefined {
  if (token?.kind === 'number') {
    const match = /^(\d{1,2})h?$/.exec(token.text)
    return match ? Number(match[1]) : undefined
  }
  return token && rules.numbers.get(token.text)
}

/** With `pm` or `in the afternoon` behind it. */
function withHalfOfDay(
  time: TimeSpan,
  tokens: readonly TextToken[],
  { table }: LanguageRules,
): TimeSpan {
  const endOf = (phrases: readonly string[]) =>
    phrases
      .map((phrase) => endOfWords(tokens, time.end, phrase.split(' ')))
      .find((end) => end !== undefined)
  // `This afternoon at half past four`.
  const isBefore = (phrases: readonly string[]) =>
    phrases.some((phrase) => {
      const words = phrase.split(' ')
      return [0, 1].some(
        (gap) =>
          endOfWords(tokens, time.start - gap - words.length, words) === time.start - gap &&
          (gap === 0 || tokens[time.start - 1]!.text === ','),
      )
    })
  const [am, pm] = [endOf(table.clock.am), endOf(table.clock.pm)]
  if (time.minutes < 720 && am === undefined && pm === undefined && isBefore(table.clock.pm))
    return { ...time, minutes: time.minutes + 720 }
  if (pm !== undefined && time.minutes < 720)
    return { ...time, end: pm, minutes: time.minutes + 720 }
  if (am !== undefined && time.minutes >= 720)
    return { ...time, end: am, minutes: time.minutes - 720 }
  return { ...time, end: pm ?? am ?? time.end }
}

/** `08:30`. */
export function clockText(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
