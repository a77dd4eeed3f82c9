import type { TravelType } from '#routing/schemas'
import { clockText } from '../clock.ts'
import { numberIn, quantitiesIn } from '../quantities.ts'
import type { ReadSentence } from '../read-sentence.ts'
import type { Avoidance, ContourSlot, Slots } from '../reading.ts'
import type { LanguageRules } from '../rules.ts'
import { coreOf } from './route-places.ts'
import { byNearness, hasCue, type SlotSource } from './slot-source.ts'

/** Vehicles of a trade: named anywhere, they are what is driven. */
const tradeVehicles = ['truck', 'bus'] as const

/**
 * The mode of the way. `By bike` says more than `walk`, a mode in the sentence that asks or names the way more than one
 * told beside it; the nearest sentence decides between equals. A mode that is refused (`no taxi`) counts nowhere.
 */
export function travelOf(source: SlotSource): TravelType | undefined {
  const core = coreOf(source)
  const modes = byNearness(source).flatMap((sentence) =>
    sentence.travel
      .filter((mode) => !isRefused(mode, sentence))
      .map((mode) => ({ ...mode, sentence, isMeans: isMeans(mode, sentence, source) })),
  )
  for (const vehicle of tradeVehicles) {
    if (modes.some(({ name }) => name === vehicle)) return vehicle
  }
  const score = ({ sentence, isMeans, start, end }: (typeof modes)[number]) =>
    (sentence === source.asking || sentence === core ? 3 : 0) +
    (isMeans ? 2 : 0) +
    (sentence.isQuestion ? 1.5 : 0) +
    Math.min(4, end - start) / 5
  const [first] = modes.sort((a, b) => score(b) - score(a))
  return first?.name as TravelType | undefined
}

/** `In bici`, `by van`: begins with a word for a means, or stands behind one, not with an article (`l'auto`). */
function isMeans({ start, end }: Span, { tokens }: ReadSentence, { rules }: SlotSource): boolean {
  const { articles } = rules.words
  const isArticle = (at: number) => articles.has(tokens[at]?.text ?? '')
  if (end - start > 1 && !isArticle(start)) return true
  const before = isArticle(start - 1) ? start - 2 : start - 1
  return rules.means.has(tokens[before]?.text ?? '')
}

/** Right behind a word that excludes it: `no taxi`, `not by car`. */
function isRefused({ start }: Span, { cues, tokens, intents }: ReadSentence): boolean {
  // `The least walking` walks.
  const isOfTour = intents.some((i) => i.name === 'optimize' && i.start < start && start < i.end)
  if (isOfTour) return false
  return cues.some(
    ({ name, end }) =>
      name === 'avoid_before' &&
      end <= start &&
      tokens.slice(end, start).filter(({ kind }) => kind === 'word').length <= 1 &&
      tokens.slice(end, start).every(({ text }) => text !== ','),
  )
}

export function avoidOf({ sentences }: SlotSource): Avoidance[] {
  return [...new Set(sentences.flatMap(({ avoid }) => avoid))]
}

/** Miles where the distance that is asked for is said in them. */
export function milesOf({ sentences, rules }: SlotSource): Slots['units'] {
  const isInMiles = sentences.some(({ tokens, quantities }) =>
    quantities.some(
      ({ end, unit }) => unit === 'kilometers' && rules.words.miles.has(tokens[end - 1]!.text),
    ),
  )
  return isInMiles ? 'miles' : undefined
}

/** Units that the text asks for by their name; a distance in them says nothing of the answer. */
export function unitsOf({ sentences, rules }: SlotSource): Slots['units'] {
  for (const { tokens } of sentences) {
    const quantities = quantitiesIn(tokens, rules)
    const matches = rules.units
      .in(tokens)
      .filter(
        ({ start, end }) =>
          !quantities.some((quantity) => quantity.start < end && start < quantity.end),
      )
    const [first] = matches
    if (first) return first.name as 'miles' | 'kilometers'
  }
  return undefined
}

/**
 * The time of leaving: a time whose nearest word for an event is one of leaving, else one in the sentence of the origin
 * without a word for another event. Vehicles of the way are no events.
 */
export function departureOf(
  { sentences, rules }: SlotSource,
  origins: readonly number[],
): string | undefined {
  const times = sentences.flatMap((sentence) =>
    sentence.clockTimes
      .filter(({ isDeadline }) => !isDeadline)
      .map((time) => ({ sentence, time, event: nearestEvent(sentence, time, rules) })),
  )
  const found =
    times.find(({ event }) => event === 'depart') ??
    times.find(({ event, sentence }) => event === undefined && origins.includes(sentence.index))
  if (!found) return undefined
  const { minutes } = found.time
  // `The tour is at 14:00. We start at half past one`: the half of the day that the other time is in.
  const isInAfternoon =
    minutes < earliest &&
    times.some(({ time }) => time.minutes >= noon && time.minutes >= minutes + noon)
  return clockText(isInAfternoon ? minutes + noon : minutes)
}

const noon = 720
/** Nobody says `at half past one` of the night beside a time of the afternoon. */
const earliest = 420

interface Span {
  start: number
  end: number
}

function nearestEvent(
  sentence: ReadSentence,
  time: Span,
  rules: LanguageRules,
): string | undefined {
  const overlaps = (a: Span, b: Span) => a.start < b.end && b.start < a.end
  const events = sentence.cues.filter(
    (cue) =>
      cue.name === 'depart' ||
      (cue.name === 'not_depart' && !sentence.travel.some((mode) => overlaps(mode, cue))),
  )
  const distance = (cue: Span) => {
    const [from, to] = cue.end <= time.start ? [cue.end, time.start] : [time.end, cue.start]
    // A mark between them parts them more than words do.
    const between = sentence.tokens.slice(from, to)
    if (between.some(({ text }) => rules.words.and.has(text))) return Infinity
    const marks = between.filter(({ text }) => /^[,;:]$/.test(text))
    return Math.max(0, to - from) + 3 * marks.length
  }
  const [nearest] = events
    .filter((event) => distance(event) < Infinity)
    .sort((a, b) => distance(a) - distance(b))
  // `The train leaves at five`: the event is of the train.
  const isOfOther = events.some(
    ({ name, end }) =>
      name === 'not_depart' && nearest && end <= nearest.start && nearest.start - end <= 1,
  )
  return isOfOther ? 'not_depart' : nearest?.name
}

/** At most as many as the route operation gives. */
const maxAlternates = 3

/** The number before `alternatives`; `another route` and `alternatives` alone are one and two. */
export function alternatesOf({ sentences, rules }: SlotSource): number | undefined {
  let found: number | undefined
  for (const { tokens, cues } of sentences) {
    const cue = cues.find(({ name }) => name === 'alternates')
    if (!cue) continue
    const counts = [1, 2, 3].map((back) => numberIn(tokens[cue.start - back], rules))
    // Also `otros dos`, `deux autres`, whose number is in the phrase.
    const inside = tokens.slice(cue.start, cue.end + 1).map((token) => numberIn(token, rules))
    const count =
      counts.find((value) => value !== undefined) ?? inside.find((value) => value !== undefined)
    found = Math.max(found ?? 1, count ?? 1)
  }
  return found && Math.min(maxAlternates, found)
}

/** Length of a loop, km. */
export function loopOf({ sentences }: SlotSource): number | undefined {
  if (!sentences.some((sentence) => hasCue(sentence, 'loop'))) return undefined
  const distance = sentences
    .flatMap(({ quantities }) => quantities)
    .find(({ unit }) => unit === 'kilometers')
  return distance?.values[0]
}

/** The durations and distances of the question, else of the sentence nearest to it. */
export function contoursOf(source: SlotSource): ContourSlot[] | undefined {
  for (const { quantities } of byNearness(source)) {
    const contours = quantities.flatMap(({ unit, values }) =>
      values.map(
        (value): ContourSlot => (unit === 'minutes' ? { time: value } : { distance: value }),
      ),
    )
    if (contours.length > 0) return contours.slice(0, 4)
  }
  return undefined
}
