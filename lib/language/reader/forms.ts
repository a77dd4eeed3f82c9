/** What the form of a sentence says, whatever its words are. */

import { isIn } from './clauses.ts'
import type { ReadSentence } from './read-sentence.ts'
import type { RoledMention } from './roles.ts'
import { goesBetween } from './structure.ts'

export const has = (sentence: ReadSentence, name: string) =>
  sentence.intents.some((match) => match.name === name)
export const hasCue = (sentence: ReadSentence, name: string) =>
  sentence.cues.some((match) => match.name === name)
export const hasRole = ({ mentions }: ReadSentence, ...names: string[]) =>
  mentions.some(({ role }) => role && names.includes(role))
export const hasNames = ({ mentions }: ReadSentence) =>
  mentions.some(({ kind }) => kind === 'named')

export const toldNames = (sentences: readonly ReadSentence[]) =>
  sentences.flatMap(({ mentions }) => mentions).filter(({ isKnown }) => isKnown).length

function firstMentions(sentences: readonly ReadSentence[], count: number): RoledMention[] {
  const first: RoledMention[] = []
  for (const { mentions } of sentences) {
    first.push(...mentions.slice(0, count))
    if (first.length >= count) break
  }
  return first
}

/** `We have booked the Hostel Diana. What is its address?`: the only place is told before. */
export function isAboutTold(sentence: ReadSentence, sentences: readonly ReadSentence[]): boolean {
  if (sentence.mentions.length > 0) return false
  const [told, town, ...more] = firstMentions(sentences, 3)
  const isTown = town === undefined || ['at', 'near', 'presence'].includes(town.role ?? '')
  return (
    isTown &&
    more.length === 0 &&
    told?.kind === 'named' &&
    told.sentence < sentence.index &&
    !hasCue(sentence, 'here') &&
    !hasCue(sentence, 'how_many')
  )
}

/** `To X! I am at Y`: where to, beside a sentence that says only where from. */
export function leadsFromOther(
  sentence: ReadSentence,
  sentences: readonly ReadSentence[],
): boolean {
  const isTo = sentence.mentions.length === 1 && hasRole(sentence, 'to', 'end')
  if (!isTo) return false
  const hasTravel = sentences.some(({ travel }) => travel.length > 0)
  const isEnd = hasRole(sentence, 'end')
  return sentences.some(
    (other) =>
      other !== sentence &&
      other.mentions.length === 1 &&
      hasRole(other, 'start', 'presence') &&
      (hasTravel || (isEnd && hasRole(other, 'start'))),
  )
}

/** `From A to B`, `between A and B`. */
export const isBetweenPlaces = (sentence: ReadSentence) =>
  goesBetween(sentence) || hasRole(sentence, 'between')

/** A profile by name, or metres of climbs: `how many metres of climbing`. */
export const isProfile = (sentence: ReadSentence) =>
  has(sentence, 'profile') ||
  (sentence.hasClimbs && sentence.hasMeters) ||
  (sentence.climbsBeforePlaces && sentence.mentions.length >= 1 && isBetweenPlaces(sentence))

const countOf = (sentence: ReadSentence, cue: string) =>
  new Set(sentence.cues.filter(({ name }) => name === cue).map(({ start }) => start)).size

/** `each driver to each customer`, `from each of A and B to C`. */
export const isForEach = (sentence: ReadSentence) =>
  countOf(sentence, 'everyone') >= (goesBetween(sentence) ? 1 : 2)

/** `From A and B to C`: no way starts at two places. */
export function startsAtSeveral({ mentions }: ReadSentence): boolean {
  // `I start in A, pass by B and by C and finish in D`
  if (mentions.some(({ role }) => role === 'via')) return false
  const isOf = (role: string, listed: boolean) =>
    mentions.some((mention) => mention.role === role && mention.isListed === listed)
  const hasEnd = mentions.some(
    ({ role, isListed, roles }) => role === 'to' && (!isListed || roles.includes('to')),
  )
  // `From A, from B and from C to D`
  const repeated = mentions.filter(
    ({ role, roles }, i) =>
      role === 'from' && roles.includes('from') && mentions[i - 1]?.role === 'from',
  )
  if (hasEnd && repeated.length > 0) return true
  // `How far are A and B from C and from D`
  const own = mentions.filter(({ role, roles }) => role === 'from' && roles.includes('from'))
  const isBehindList =
    mentions.filter(({ role }) => role !== 'from').length >= 2 && !isOf('to', false)
  return (isOf('from', true) && hasEnd) || (own.length >= 2 && isBehindList)
}

/** `From A to B through C`, and nothing else. */
export function isOneWay({ mentions, cues }: ReadSentence): boolean {
  const count = (...roles: string[]) =>
    mentions.filter(({ role }) => role && roles.includes(role)).length
  return (
    count('from', 'start') === 1 &&
    count('to', 'end') === 1 &&
    count('via') === mentions.length - 2 &&
    !cues.some(({ name }) => name === 'everyone')
  )
}

/** `to A, to B and to C`: places that each have a word for where to, and nothing between them. */
export function parallelWays({ mentions, tokens, roles, things }: ReadSentence): number {
  let [longest, current] = [0, 0]
  for (const [i, mention] of mentions.entries()) {
    const isTo = mention.role === 'to' && mention.roles.includes('to')
    const before = mentions[i - 1]
    const gap = before ? tokens.slice(before.end, mention.start) : []
    const isOfRole = (at: number) => isIn(roles, at)
    const isNext = gap.every(
      (token, at) => token.kind === 'mark' || isOfRole(before!.end + at) || !things.has(token.text),
    )
    current = isTo ? (before?.role === 'to' && isNext ? current + 1 : 1) : 0
    longest = Math.max(longest, current)
  }
  return longest
}

/** `We waver between A and B. How far is it from each to C?` */
export function comesFromOthers(
  sentence: ReadSentence,
  sentences: readonly ReadSentence[],
): boolean {
  const isTo = sentence.mentions.length > 0 && sentence.mentions.every(({ role }) => role === 'to')
  return isTo && sentences.some((other) => other !== sentence && hasList(other))
}

/** `Is A or B nearer?` */
export const isChoice = ({ mentions, tokens }: ReadSentence, or: ReadonlySet<string>) =>
  mentions.some(
    ({ isListed, start, end }, i) =>
      (isListed &&
        tokens.slice(mentions[i - 1]?.end ?? start, start).some(({ text }) => or.has(text))) ||
      tokens.slice(start, end).some(({ text }) => or.has(text)),
  )

export const hasList = ({ mentions }: ReadSentence) => mentions.some(({ isListed }) => isListed)

/** `Kamppi to Oodi`, and no word for another request. */
export function isBareWay({ mentions, tokens, intents }: ReadSentence): boolean {
  const [from, to] = mentions
  if (mentions.length !== 2 || intents.some(({ name }) => name !== 'route')) return false
  const gap = tokens.slice(from!.end, to!.start).filter(({ kind }) => kind === 'word')
  return from!.role === undefined && to!.role === 'to' && gap.length <= 2
}

/** `The postcode of the Avenida da Boavista`: a name right behind the words that ask where it is. */
export const asksForName = ({ intents, mentions, tokens, things }: ReadSentence) =>
  mentions.some(
    ({ kind, start, isKnown }) =>
      kind === 'named' &&
      (isKnown || tokens[start]!.isCapital) &&
      intents.some(
        ({ name, end }) =>
          name === 'where_is' &&
          end <= start &&
          start - end <= 3 &&
          tokens.slice(end, start).every(({ kind, text }) => kind === 'mark' || !things.has(text)),
      ),
  )

/** `Bakery Moneghetti`, `Hunger! A pizzeria in Encamp please`: a kind and a place, and hardly anything else. */
export function isKeywords(sentence: ReadSentence, sentences: readonly ReadSentence[]): boolean {
  const { tokens, mentions, roles } = sentence
  const [only] = mentions
  const isAlone = sentences.every((other) => other === sentence || other.tokens.length <= 3)
  if (!isAlone || mentions.length !== 1 || only!.kind === 'position') return false
  const others = tokens.filter(
    ({ kind }, at) => kind === 'word' && (at < only!.start || at >= only!.end) && !isIn(roles, at),
  )
  return others.length > 0 && others.length <= 3
}

/** `Can you find me Caldea?`: a name right behind a word for finding, and perhaps for whom. */
export function isFoundName({ intents, mentions, roles }: ReadSentence): boolean {
  const [only, ...more] = mentions
  if (only?.kind !== 'named' || more.length > 0) return false
  const isRole = (at: number) => isIn(roles, at)
  return intents.some(
    ({ name, end }) =>
      name === 'find' &&
      [only.start, only.articleStart].some(
        (start) => end === start || (end === start - 1 && !isRole(end)),
      ),
  )
}

/** `To the Grimaldi Forum, please`. */
export function isBareTo({ mentions, tokens, roles }: ReadSentence): boolean {
  const [only] = mentions
  if (mentions.length !== 1 || only?.role !== 'to') return false
  const others = tokens.filter(
    ({ kind }, at) =>
      kind === 'word' && (at < only.articleStart || at >= only.end) && !isIn(roles, at),
  )
  return others.length <= 1 && roles[0]?.start === 0
}

/** A place and nothing else. */
export function isBarePlace({ mentions, tokens }: ReadSentence): boolean {
  const [only] = mentions
  if (mentions.length !== 1 || only?.kind !== 'named') return false
  return only.end - only.start >= tokens.length - 1 && only.end - only.start <= 2
}
