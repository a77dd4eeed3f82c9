import { asksForOther, asksNoWay } from './asked-ways.ts'
import {
  asksForName,
  comesFromOthers,
  has,
  hasCue,
  hasList,
  hasNames,
  hasRole,
  isAboutTold,
  isBarePlace,
  isBareTo,
  isBareWay,
  isBetweenPlaces,
  isChoice,
  isForEach,
  isFoundName,
  isKeywords,
  isOneWay,
  isProfile,
  leadsFromOther,
  parallelWays,
  startsAtSeveral,
  toldNames,
} from './forms.ts'
import type { ReadSentence } from './read-sentence.ts'
import type { Intent } from './reading.ts'
import { goesBetween, isPair, type Structure } from './structure.ts'

export interface Evidence {
  sentences: readonly ReadSentence[]
  /** Sentences that name a kind of place, and whether they say how many. */
  withCategory: ReadonlyMap<ReadSentence, { hasSize: boolean }>
  structure: Structure
  /** Words for `and`. */
  joints: ReadonlySet<string>
  /** Words for `or`. */
  or: ReadonlySet<string>
}

/**
 * How much a sentence asks for a backend: what its words say, and whether the text has the form of such a request.
 * Undefined where the backend could do nothing with the text.
 */
type Score = (sentence: ReadSentence, evidence: Evidence) => number | undefined

const points = (value: boolean, weight: number) => (value ? weight : 0)

/** A request reaches this with two signs, or with one that nothing else is said with. */
export const minScore = 3

export const scores: Readonly<Record<Intent, Score>> = {
  optimize(sentence, { structure: { places, listed, items, goesBetween }, sentences }) {
    const isEnumeration = listed >= 3 || places >= 4
    if (places < 3) return undefined
    const isTour = sentences.some(
      (other) => hasRole(other, 'start', 'end') || hasCue(other, 'return'),
    )
    const isOnTheWay = sentences.some((other) => other.travel.length > 0 || has(other, 'route'))
    const isFrom = sentences.some((other) => hasRole(other, 'presence'))
    return (
      points(has(sentence, 'optimize'), isEnumeration ? 8 : 4) +
      points(isEnumeration, 1.5) +
      points(isEnumeration && isTour, 1.4) +
      points(isEnumeration && isFrom, 1) +
      points(listed >= 4, 0.5) +
      points(items >= 4 && isOnTheWay, 1.5) -
      points(!isEnumeration && goesBetween && !hasCue(sentence, 'loop'), 3) +
      points(sentence.mentions.length > 0, 0.2) +
      points(hasList(sentence), 0.2)
    )
  },
  isochrone(sentence, { structure, withCategory }) {
    const { quantities, mentions, travel } = sentence
    if (!structure.hasDuration && !structure.hasDistance) return undefined
    const isOwn = quantities.length > 0
    const isAround = isOwn && mentions.length <= 1 && !hasRole(sentence, 'to', 'end')
    return (
      points(has(sentence, 'isochrone'), isOwn ? 4.5 : 3.5) +
      points(isAround && !withCategory.has(sentence), 2) +
      points(isAround && mentions.length === 1, 0.6) +
      points(isOwn && sentence.isQuestion, 0.3) +
      points(isAround && hasRole(sentence, 'from', 'start'), 0.5) +
      points(isAround && travel.length > 0, 1.5) -
      points(structure.places === 0, 3) -
      points(goesBetween(sentence), 6) -
      points(hasCue(sentence, 'loop'), 4) -
      points(withCategory.has(sentence) && !has(sentence, 'isochrone'), 3)
    )
  },
  elevation(sentence, { structure: { isPositionAlone } }) {
    const isHeight = sentence.hasHeight && (isPositionAlone || sentence.mentions.length === 1)
    const isAsked = has(sentence, 'elevation') || isProfile(sentence) || isHeight
    if (!isAsked) return undefined
    return (
      7 +
      points(sentence.mentions.length > 0, 0.2) +
      points(has(sentence, 'profile') && isBetweenPlaces(sentence), 3)
    )
  },
  matrix(sentence, { structure: { places, listed }, withCategory, sentences, or }) {
    if (places < 3) return undefined
    const isNearest = has(sentence, 'which_nearest') && !withCategory.has(sentence)
    const isTour = sentences.some((other) => has(other, 'optimize'))
    const isEach = sentence.isQuestion || has(sentence, 'matrix') || hasCue(sentence, 'everyone')
    const ways = isTour || !isEach ? 0 : parallelWays(sentence)
    return (
      points(has(sentence, 'matrix'), (listed >= 2 || ways >= 2) && !isOneWay(sentence) ? 12 : 5) +
      points(isForEach(sentence) || startsAtSeveral(sentence) || ways >= 3, 12) +
      points(hasCue(sentence, 'everyone') && comesFromOthers(sentence, sentences), 12) +
      points(!isTour && hasCue(sentence, 'everyone') && hasList(sentence) && places > listed, 12) +
      points(hasCue(sentence, 'nearest') && isChoice(sentence, or), 12) +
      points(isNearest, 5) +
      points(has(sentence, 'which_nearest') && hasList(sentence), 9.5)
    )
  },
  reverse_geocode(sentence, { structure, withCategory, sentences }) {
    const { places, isPositionAlone } = structure
    if (isAboutTold(sentence, sentences)) return undefined
    if (hasNames(sentence) || places > 2 || goesBetween(sentence)) return undefined
    if (withCategory.has(sentence) && !isPositionAlone) return undefined
    const isAbout = isPositionAlone && sentence.mentions.length === 1
    const isHeight = isPositionAlone && sentences.some(({ hasHeight }) => hasHeight)
    return (
      points(has(sentence, 'reverse_geocode'), 4.6) +
      points(
        isAbout && !isHeight,
        has(sentence, 'route') || sentence.quantities.length > 0 ? 1 : 3.2,
      )
    )
  },
  geocode(sentence, { structure, withCategory, sentences }) {
    const { mentions } = sentence
    const kind = withCategory.get(sentence)
    // Where a position is, is known.
    const isAddress =
      (has(sentence, 'where_is') || has(sentence, 'find')) &&
      !has(sentence, 'route') &&
      sentence.travel.length === 0
    // `The address of the Hotel Finn à Helsinki` is no way.
    if (goesBetween(sentence) && !(isAddress && mentions.length === 2)) return undefined
    if (!kind && structure.isPositionAlone) return undefined
    if (!kind) {
      const isAsked =
        has(sentence, 'where_is') ||
        (has(sentence, 'reverse_geocode') && sentence.refusals.length === 0)
      const isNamed =
        (mentions.length > 0
          ? has(sentence, 'where_is') || (isAsked && mentions.length === 1 && sentence.isQuestion)
          : (isAsked || has(sentence, 'find')) && isAboutTold(sentence, sentences)) &&
        !structure.hasDuration &&
        !structure.hasDistance
      const isFound =
        has(sentence, 'find') && !sentence.isQuestion && (mentions.length === 1 || isAddress)
      return (
        points(isNamed, 4.2) +
        points(isFound, mentions.length > 1 ? 4 : 3) +
        points(!isNamed && isFoundName(sentence), isFound ? 0.4 : 3.4) +
        points(sentences.length === 1 && isBarePlace(sentence), 3.5)
      )
    }
    const isNameAsked = asksForName(sentence) && !hasCue(sentence, 'nearest')
    const isSearch = hasCue(sentence, 'nearest') || kind.hasSize || isKeywords(sentence, sentences)
    const isTravel = has(sentence, 'route') && mentions.length >= 2
    return (
      points(isSearch || isNameAsked, 4.4) +
      points((has(sentence, 'geocode') || has(sentence, 'where_is')) && !isTravel, 2.6) +
      points(hasRole(sentence, 'near') && !isTravel, 1.8) +
      points(
        mentions.some(({ role }) => role),
        1.4,
      ) +
      points(mentions.length > 0, 0.6) +
      points(
        mentions.length === 0 &&
          sentence.isQuestion &&
          (sentences.some((other) => hasRole(other, 'presence')) || toldNames(sentences) === 1),
        1.4,
      ) -
      points(structure.goesBetween, 3) -
      // `I open a bakery in X. How far in ten minutes?`
      points(
        (structure.hasDuration || structure.hasDistance) && !isSearch && !sentence.isQuestion,
        2,
      )
    )
  },
  route(sentence, { structure, sentences, joints }) {
    const { mentions, travel } = sentence
    const { items } = structure
    if (structure.places === 0 && !hasCue(sentence, 'loop')) return undefined
    if (asksNoWay(sentence)) return undefined
    // What is there, and not the way to it.
    const isAboutPosition =
      structure.isPositionAlone && !sentences.some((other) => hasRole(other, 'to', 'end', 'start'))
    const isLoop =
      sentences.some((other) => hasCue(other, 'loop')) &&
      structure.hasDistance &&
      structure.places <= 2
    // `Who won the match between Porto and Monaco?` speaks of something else.
    const isPlain = sentence.unknownWords < 2 || travel.length > 0 || has(sentence, 'route')
    return (
      points(isLoop && hasCue(sentence, 'loop'), 8) +
      points(isLoop && sentence.quantities.length > 0, 1) +
      points(has(sentence, 'route'), 3.1) +
      points(goesBetween(sentence) || isPair(sentence, joints), isPlain ? 3 : 2) +
      points(mentions.length >= 2 && mentions.length <= 3, 0.5) +
      points(isBareWay(sentence), 2.6) +
      points(leadsFromOther(sentence, sentences), 3) +
      points(sentences.length === 1 && isBareTo(sentence), 3) +
      points(mentions.length >= 2 && travel.length > 0, items >= 4 ? 1.5 : 3) -
      points(items >= 4, 1.5) -
      points(asksForOther(sentence, joints), 5) -
      points(isAboutPosition && travel.length === 0, 2) +
      points(mentions.length === 1 && travel.length > 0 && hasRole(sentence, 'to', 'end'), 0.8)
    )
  },
}
