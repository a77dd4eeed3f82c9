import { fold } from '#places/text'
import { avoidancesIn } from './avoid.ts'
import { categoriesIn } from './categories.ts'
import { isIn } from './clauses.ts'
import { type ClockTime, clockTimesIn } from './clock.ts'
import { withHouseNumber } from './house-numbers.ts'
import { kindsBehindRoles, withKinds } from './kinds.ts'
import { longNamesIn } from './known-extent.ts'
import { isInitial } from './letter-case.ts'
import { type Mention, namesIn } from './mentions.ts'
import type { IsName } from './name-candidates.ts'
import type { PhraseMatch, Phrases } from './phrases.ts'
import { type Quantity, quantitiesIn } from './quantities.ts'
import type { Avoidance } from './reading.ts'
import { type RoledMention, withRoles } from './roles.ts'
import { isKnown, type LanguageRules } from './rules.ts'
import type { Sentence } from './sentences.ts'
import type { TextToken } from './tokens.ts'

/** A sentence with all that its words say, before it is known what the text asks for. */
export interface ReadSentence extends Sentence {
  index: number
  intents: readonly PhraseMatch[]
  refusals: readonly PhraseMatch[]
  cues: readonly PhraseMatch[]
  /** Words before places: `from`, `starting at`. */
  roles: readonly PhraseMatch[]
  travel: readonly PhraseMatch[]
  avoid: readonly Avoidance[]
  quantities: readonly Quantity[]
  clockTimes: readonly ClockTime[]
  mentions: readonly RoledMention[]
  /** Tokens of a mode, a quantity, a time or a thing to avoid. */
  taken: readonly boolean[]
  /** Names climbs without avoiding them. */
  hasClimbs: boolean
  /** Names climbs first, and then the places between which they are. */
  climbsBeforePlaces: boolean
  /** Names metres without a figure. */
  hasMeters: boolean
  /** Has a word for a height, in German also as the end of another (`Geländehöhe`). */
  hasHeight: boolean
  /** Words in small letters that no rule knows and no place has. */
  unknownWords: number
  /** Words that are no function words of the language. */
  things: ReadonlySet<string>
  /** Words that questions begin with. */
  questions: ReadonlySet<string>
  /** Words for units. */
  measures: ReadonlySet<string>
}

export interface SentenceContext {
  rules: LanguageRules
  isCased: boolean
  /** Whether the text labels its parts: `From: A; To: B`. */
  isForm: boolean
  isName?: IsName | undefined
  index: number
}

export function readSentence(sentence: Sentence, context: SentenceContext): ReadSentence {
  const { rules, isCased, isForm, isName, index } = context
  const { tokens } = sentence
  const names = isCased ? [] : longNamesIn(tokens, { rules, isCased, isForm, isName })
  const plain = (phrases: Phrases, of: readonly TextToken[] = tokens) =>
    smallOnly(phrases.in(of), of, rules).filter(
      ({ start, end }) => !names.some((name) => start < name.end && name.start < end),
    )
  const clockTimes = clockTimesIn(tokens, rules)
  // `at six o'clock` is no duration of six hours.
  const quantities = quantitiesIn(tokens, rules).filter(
    ({ start, end }) => !clockTimes.some((time) => time.start <= start && end <= time.end),
  )
  const kinds = categoriesIn({ tokens, taken: [] }, rules).filter(
    ({ start, end }) => end - start > 1 && !tokens[start]!.isGlued,
  )
  // `Oficina de automóveis` is no mode.
  const travel = plain(rules.travel).filter(
    ({ start, end }) => !kinds.some((kind) => kind.start <= start && end <= kind.end),
  )
  const cues = plain(rules.cues)
  const things = plain(rules.things)
  const roles = plain(rules.roles)
  const heres = cues.filter(({ name }) => name === 'here')
  const inOne = plain(rules.avoided)
  const avoided = avoidancesIn(tokens, things, cues)
  for (const { name } of inOne)
    if (!avoided.includes(name as Avoidance)) avoided.push(name as Avoidance)
  const avoidedThings = [...things, ...inOne].filter(({ name }) =>
    avoided.includes(name as Avoidance),
  )
  const taken = takenBy(tokens, [
    ...quantities,
    ...clockTimes,
    ...travel,
    ...heres,
    ...avoidedThings,
  ])
  // `a` of `a piedi` leads to no place.
  const isThere = ({ end }: PhraseMatch) =>
    [end, end + 1].some((at) => rules.words.there.has(tokens[at]?.raw.toLowerCase() ?? ''))
  // `And I end there`: no role of the place behind it.
  const returns = roles.filter((role) => role.name === 'end' && isThere(role))
  const freeRoles = roles.filter((role) => !taken[role.end - 1] && !returns.includes(role))
  const alone = namesIn({ tokens, rules, isCased, isForm, isName, taken }).map((name) =>
    withHouseNumber(name, { tokens, taken, roles: freeRoles }),
  )
  const placeNames = isCased ? withKinds(alone, { tokens, taken, roles: freeRoles, rules }) : alone
  const placeKinds = isCased
    ? kindsBehindRoles(placeNames, { tokens, taken, roles: freeRoles, cues, rules })
    : []
  const places = [...placeNames, ...placeKinds]
  const mentions = [...places, ...mentionsOfHere(heres, places)].sort((a, b) => a.start - b.start)
  const isOfPlace = (at: number) => mentions.some(({ start, end }) => start <= at && at < end)
  const unknownWords = tokens.filter(
    ({ kind, text }, at) =>
      kind === 'word' &&
      !taken[at] &&
      !isOfPlace(at) &&
      !isKnown(text, rules) &&
      !rules.words.connectors.has(text),
  ).length
  return {
    ...sentence,
    index,
    unknownWords,
    intents: plain(rules.intents),
    refusals: plain(rules.refusals, asTyped(tokens, rules)),
    cues: [
      ...cues.filter((cue) => cue.name !== 'return' || !isNegated(tokens, cue, cues)),
      ...returns.map((role) => ({ ...role, name: 'return' })),
    ],
    roles: freeRoles,
    travel,
    avoid: avoided,
    quantities,
    clockTimes,
    mentions: withRoles(mentions, {
      tokens,
      roles: freeRoles,
      cues,
      taken,
      rules,
      sentence: index,
    }),
    taken,
    hasClimbs: things.some(({ name }) => name === 'hills') && !avoided.includes('hills'),
    climbsBeforePlaces:
      avoided.length === 0 &&
      things.some(
        ({ name, end }) => name === 'hills' && mentions.every(({ start }) => start >= end),
      ),
    hasMeters: tokens.some(
      ({ text }, at) => text.length > 1 && rules.words.meters.has(text) && !isIn(quantities, at),
    ),
    hasHeight: tokens.some(
      ({ text, isCapital }, at) =>
        (rules.words.heights.has(text) && !isOfPlace(at)) ||
        (rules.table.capitalNouns &&
          isCapital &&
          [...rules.words.heights].some((word) => text.endsWith(word))),
    ),
    things: new Set(
      tokens.map(({ text }) => text).filter((word) => !rules.words.function.has(word)),
    ),
    questions: rules.words.questions,
    measures: rules.measures,
  }
}

/** Words between `no` and `back`, at most: `je n'ai pas besoin d'y revenir`. */
const maxNegationDistance = 4

function isNegated(
  tokens: readonly TextToken[],
  { start }: PhraseMatch,
  cues: readonly PhraseMatch[],
): boolean {
  return cues.some(
    ({ name, end }) =>
      name === 'avoid_before' &&
      end <= start &&
      start - end <= maxNegationDistance + 2 &&
      tokens.slice(end, start).every(({ text }) => !/^[,;:]$/.test(text)),
  )
}

/** With slips as they are: `crates` is no slip of `rates`. */
function asTyped(tokens: readonly TextToken[], { table }: LanguageRules): TextToken[] {
  return tokens.map((token) => {
    const typed = fold(token.raw)
    const isSlip = token.kind === 'word' && token.text !== typed
    return isSlip && table.short[typed] !== token.text ? { ...token, text: typed } : token
  })
}

/** Without phrases that begin with a capital inside a sentence: those are names, except where all nouns have one. */
function smallOnly(
  matches: readonly PhraseMatch[],
  tokens: readonly TextToken[],
  { table }: LanguageRules,
): PhraseMatch[] {
  if (table.capitalNouns) return [...matches]
  return matches.filter(
    ({ start }) =>
      !tokens[start]!.isCapital || isInitial(tokens, start) || followsMark(tokens, start),
  )
}

/** `..., Start: Kiasma`, `A; Ziel B`: behind a mark a capital is no sign of a name. */
const followsMark = (tokens: readonly TextToken[], at: number) =>
  /^[;:,-]$/.test(tokens[at - 1]?.text ?? '') && tokens[at + 1]?.text === ':'

function takenBy(
  tokens: readonly TextToken[],
  spans: readonly { start: number; end: number }[],
): boolean[] {
  const taken = tokens.map(() => false)
  for (const { start, end } of spans) taken.fill(true, start, end)
  return taken
}

function mentionsOfHere(heres: readonly PhraseMatch[], names: readonly Mention[]): Mention[] {
  const mentions: Mention[] = []
  for (const { start, end } of heres) {
    const isOverlapping = [...names, ...mentions].some(
      (other) => other.start < end && start < other.end,
    )
    if (isOverlapping) continue
    mentions.push({ kind: 'here', start, end, articleStart: start, longEnd: end })
  }
  return mentions
}
