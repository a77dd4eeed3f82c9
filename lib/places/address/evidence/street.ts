import { isStopWord } from '#places/text'
import type { AddressConventions } from '../tables/conventions.ts'
import { isMonth, isQuarterWord } from '../tables/name-words.ts'
import {
  compoundLanguages,
  cornerOpenings,
  germanOpening,
  joiners,
  numberedTypes,
  type StreetFacts,
  type StreetType,
  typeAnywhere,
  typeLast,
} from '../tables/street-words.ts'
import type { Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** Rates how languages fit the country: 1 in the country, 0.7 without conventions, 0.35 elsewhere. */
function rateFit(languages: readonly string[], conventions: AddressConventions): number {
  if (conventions.languages.length === 0) return 0.7
  return languages.some((language) => conventions.languages.includes(language)) ? 1 : 0.35
}

const numberedName = /^(?:\d+(?:st|nd|rd|th|o|º|ª)?)$/

/**
 * Scores the evidence that the tokens from `from` to before `to` are the name of a street, or of the streets of a
 * crossing: "Hollywood Blvd & Vine St".
 */
export function scoreStreet(
  tokens: readonly Token[],
  streetFacts: readonly StreetFacts[],
  from: number,
  to: number,
  conventions: AddressConventions,
): number {
  const one = scoreOneStreet(tokens, streetFacts, from, to, conventions)
  const opened = to - from > 3 && cornerOpenings.has(tokens[from]!.text)
  const begin = opened ? (tokens[from + 1]!.text === 'of' ? from + 2 : from + 1) : from
  for (let at = begin + 1; at < to; at++) {
    const end = joiners.has(tokens[at - 1]!.text) ? at - 1 : tokens[at]!.joined ? at : begin
    if (end <= begin) continue
    const first = scoreOneStreet(tokens, streetFacts, begin, end, conventions)
    const second = scoreOneStreet(tokens, streetFacts, at, to, conventions)
    if (Math.min(first, second) >= weights.weakType) {
      return Math.max(one, first + weights.crossing, second + weights.crossing)
    }
  }
  return one
}

/** Scores one street by its type, its compound ending and its opening words. */
function scoreOneStreet(
  tokens: readonly Token[],
  streetFacts: readonly StreetFacts[],
  from: number,
  to: number,
  conventions: AddressConventions,
): number {
  const count = to - from
  let score = 0
  let last = to - 1
  while (last > from && streetFacts[last]!.direction) last--
  // "Xinyi Road Sec. 5"
  if (last - 2 > from && tokens[last]!.isNumber && /^sec(?:tion)?$/.test(tokens[last - 1]!.text)) {
    last -= 2
  }
  // "State Highway 6", "Avenue K"
  if (last - 1 > from && tokens[last]!.isNumber && streetFacts[last - 1]!.type) last--
  const begin = streetFacts[from]!.direction && count > 2 ? from + 1 : from

  const ending = streetFacts[last]!
  if (count > 1 && last > from && ending.type) {
    const late = ending.type.languages.filter((l) => typeLast.has(l) || typeAnywhere.has(l))
    if (late.length > 0) score = scoreType(ending.type, late, conventions)
  }
  const opening = streetFacts[begin]!
  if (count > 1 && opening.type) {
    const early = opening.type.languages.filter((l) => !typeLast.has(l))
    const word =
      early.length > 0 ? scoreType(opening.type, early, conventions) : weights.loosePrefix
    score = Math.max(score, word)
  }
  const dated = isDatedName(tokens, from, to)
  if (dated) return Math.max(score, weights.type)
  const digits = tokens.slice(from, to).some((token) => token.hasDigit)
  const compounds =
    conventions.languages.length === 0 ||
    conventions.languages.some((l) => compoundLanguages.has(l))
  if (compounds && ending.compound) {
    score = Math.max(score, ending.weakCompound ? weights.weakCompound : weights.compound)
  } else if (compounds && !digits && streetFacts[from]!.compound)
    score = Math.max(score, weights.compound - 1)
  if (
    conventions.languages.includes('de') &&
    germanOpening.test(`${tokens[from]!.text} ${tokens[from + 1]?.text} `)
  ) {
    score = Math.max(score, weights.compound - 0.5)
  }
  if (score === 0) score = scoreInnerType(tokens, streetFacts, from, last, conventions)
  return (
    score -
    calculateDigitsPenalty(tokens, streetFacts, from, to, score) -
    calculateOverrunPenalty(tokens, streetFacts, { from, last, to }, conventions)
  )
}

function scoreType(
  word: StreetType,
  languages: readonly string[],
  conventions: AddressConventions,
): number {
  const own = languages.filter((language) => conventions.languages.includes(language))
  const weak =
    word.weak === 'all' || (word.weak === 'en' && !own.some((language) => language !== 'en'))
  return (weak ? weights.weakType : weights.type) * rateFit(languages, conventions)
}

/** Checks for a date: "25 de Mayo", "17. listopadu", "rue du 8 mai 1945", "Straße des 17. Juni". */
function isDatedName(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (!isMonth(tokens[i]!.text)) continue
    const day = /^(?:de|di)$/.test(tokens[i - 1]?.text ?? '') ? i - 2 : i - 1
    if (day < from || !/^\d{1,2}/.test(tokens[day]!.raw)) continue
    const rest = tokens.slice(i + 1, to).filter(({ hasDigit }) => hasDigit)
    return rest.every(({ raw }) => /^\d{4}$/.test(raw)) && rest.length < 2
  }
  return false
}

/** Scores a type in the middle: "Avenue of the Americas", "Park Road North", "Karl Johans gate vest". */
function scoreInnerType(
  tokens: readonly Token[],
  streetFacts: readonly StreetFacts[],
  from: number,
  last: number,
  conventions: AddressConventions,
): number {
  for (let i = from; i < last; i++) {
    const type = streetFacts[i]!.type
    if (!type || tokens[i]!.text.length < 2) continue
    const anywhere = type.languages.some(
      (l) => typeAnywhere.has(l) && conventions.languages.includes(l),
    )
    const slavic = anywhere && !conventions.languages.includes('de')
    if (slavic && i > from) return weights.innerTypeSlavic
    if (anywhere) return weights.innerTypeAnywhere
    if (tokens[i]!.text.length > 2) return weights.innerType * rateFit(type.languages, conventions)
  }
  return 0
}

/** Returns the penalty for digits, which belong to a street name only as ordinals, after a type or in dates. */
function calculateDigitsPenalty(
  tokens: readonly Token[],
  streetFacts: readonly StreetFacts[],
  from: number,
  to: number,
  score: number,
): number {
  let penalty = 0
  for (let i = from; i < to; i++) {
    const token = tokens[i]!
    if (!token.hasDigit) continue
    const ordinal =
      /^\d+(?:st|nd|rd|th|e|er|eme|o|a|й|я|го|ая)$/i.test(token.text) || /^\d+\.$/.test(token.raw)
    const dated = token.isNumber && i > from && i < to - 1 && score > 0
    const afterType =
      i > from && streetFacts[i - 1]!.type !== undefined && numberedName.test(token.text)
    if (ordinal && i < to - 1) penalty += 0
    else if (dated) penalty += weights.datedNumber
    else if (afterType && numberedTypes.has(tokens[i - 1]!.text)) penalty -= weights.numberedRoad
    else if (afterType) penalty += weights.numberedStreet
    else if (i === from && token.isNumber && streetFacts[i + 1]?.type)
      penalty += weights.numberedStreet
    else penalty += weights.number
  }
  return penalty
}

/** Returns the penalty for words after the type and for a second type, which usually belong to the next component. */
function calculateOverrunPenalty(
  tokens: readonly Token[],
  streetFacts: readonly StreetFacts[],
  { from, last, to }: { from: number; last: number; to: number },
  conventions: AddressConventions,
): number {
  let penalty = 0
  for (let i = from + 1; i <= last; i++) {
    const type = streetFacts[i]!.type
    // "Oak St Astoria", but "Mount St Helens Road"
    const saint = tokens[i]!.text !== 'st' || streetFacts[last]!.type !== undefined
    const english = conventions.languages[0] === 'en'
    const weak = (type?.weak === 'all' && (saint || !english)) || (type?.weak === 'en' && english)
    if (isQuarterWord(tokens[i]!.text) && !isStopWord(tokens[i - 1]!.text))
      penalty += weights.overrun
    if (type && !weak && i < to - 1) {
      const late = type.languages.some((l) => typeLast.has(l) && conventions.languages.includes(l))
      if (late && i < last) penalty += weights.overrun * Math.min(2, last - i)
      const early = type.languages.some(
        (l) => !typeLast.has(l) && !typeAnywhere.has(l) && conventions.languages.includes(l),
      )
      if (early && !streetFacts[from]!.type) penalty += weights.overrun
    }
  }
  return penalty
}
