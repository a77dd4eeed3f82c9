import { isKindWord } from '../name-end.ts'
import { type PlaceLists, placesOf, slotOf } from '../places.ts'
import type { ReadSentence } from '../read-sentence.ts'
import type { PlaceRole } from '../reading.ts'
import { nameOf, type RoledMention } from '../roles.ts'
import { singleParts } from '../word-runs.ts'
import { comparedWith, comparedWithHere, isFromEach } from './compared.ts'
import { groupsIn, pairWithEach, twoLists } from './groups.ts'
import { product } from './route-places.ts'
import { byNearness, hasCue, mentionsOf, type SlotSource } from './slot-source.ts'
import { endsWhereItStarts, placeBesideReturn, placeOfReturn } from './tour-ends.ts'

/** Start, stops in text order, and end of a tour; whether it goes back to the start. */
export function tourPlaces(
  source: SlotSource,
): { places: PlaceLists; isReturn: boolean } | undefined {
  const mentions = mentionsOf(relevantSentences(source))
  const isOfList = (mention: RoledMention) =>
    mention.isListed || mentions[mentions.indexOf(mention) + 1]?.isListed === true
  const named = (role: string) => mentions.filter((mention) => mention.role === role)
  const stated =
    named('start')[0] ??
    named('presence').find((mention) => !isOfList(mention)) ??
    named('from').find(
      ({ sentence, kind }) => kind === 'here' || sentence === source.asking.index,
    ) ??
    named('presence')[0] ??
    named('from')[0] ??
    (source.hasLocation
      ? mentions.find(({ kind, role }) => kind === 'here' && role !== 'end')
      : undefined)
  // Nothing says where it starts: where it ends, or at the first place.
  const beside = stated ?? placeBesideReturn(source)
  const isStart = beside !== undefined
  const start = beside ?? mentions.find(({ role, kind }) => role !== 'end' && kind !== 'here')
  const end =
    named('end')
      .filter((mention) => mention !== start && !isOfList(mention))
      .at(-1) ??
    placeOfReturn(source, start) ??
    endOfWay(mentions, start)
  const isSame = (mention: RoledMention) =>
    start && mention !== start && (nameOf(mention) === nameOf(start) || isItsKind(mention, start))
  const saysBoth = start?.roles.includes('start') && start.roles.includes('end')
  const isReturn =
    Boolean(saysBoth) ||
    source.sentences.some((sentence) => hasCue(sentence, 'return')) ||
    endsWhereItStarts(source, start) ||
    Boolean(end && isSame(end))
  const last = end && !isSame(end) ? end : undefined
  const stops = mentions.filter(
    (mention) =>
      mention !== start && mention !== last && !isSame(mention) && mention.kind !== 'here',
  )
  if (!start || stops.length === 0) return undefined
  const context = { ...source, isList: true }
  const places = product([
    placesOf([start], isStart ? 'origin' : 'stop', { ...source, isList: !stated }),
    listOf(stops, 'stop', context),
    placesOf(last ? [last] : [], 'destination', { ...source, isList: false }),
  ])
  return { places, isReturn: isReturn && !last }
}

/** `Start at the Hotel Kämp, ... and back to the hotel`. */
const isItsKind = (mention: RoledMention, start: RoledMention) =>
  isKindWord(nameOf(mention)) && nameOf(start).split(' ').includes(nameOf(mention))

/** `from X to Y`, with the stops before, or behind as a list of their own: the place that alone has a word for where to. */
function endOfWay(
  mentions: readonly RoledMention[],
  start: RoledMention | undefined,
): RoledMention | undefined {
  const [to, ...more] = mentions.filter(({ role }) => role === 'to')
  if (!start || !to || more.length > 0) return undefined
  const isLast = to === mentions.at(-1) && to.start > start.start
  if (start.role === 'from' && isLast) return to
  // `I am at X and want to get to Y, visiting A and B`, `from X to Y, taking in A and B`
  const next = mentions[mentions.indexOf(to) + 1]
  const isBefore =
    (start.role === 'presence' || start.role === 'from' || start.role === 'start') &&
    to === mentions[mentions.indexOf(start) + 1] &&
    to.sentence === start.sentence &&
    (!to.isListed || to.roles.includes('to'))
  return isBefore && next?.isListed === false ? to : undefined
}

/**
 * Sentences with places of the tour. Beside an enumeration, a sentence before it tells of people and employers, unless
 * it says where the tour starts, ends or passes.
 */
function relevantSentences({ sentences, asking }: SlotSource): ReadSentence[] {
  const isStartStated = sentences.some(({ mentions }) =>
    mentions.some(({ role }) => role === 'start'),
  )
  const lines = sentences.filter(({ isLine, mentions }) => isLine && mentions.length === 1)
  const list = sentences.findIndex(
    ({ mentions, isLine }) =>
      mentions.some(({ isListed }) => isListed) ||
      (lines.length > 1 && isLine && mentions.length === 1),
  )
  const isOfTour = ({ mentions }: ReadSentence) =>
    mentions.some(
      ({ role }) =>
        role === 'start' ||
        role === 'end' ||
        role === 'via' ||
        role === 'to' ||
        (role === 'presence' && !isStartStated),
    )
  return sentences.filter((sentence, i) => i >= list || sentence === asking || isOfTour(sentence))
}

/** Places of a list; a single run of words without separators is one place a word first. */
function listOf(
  mentions: readonly RoledMention[],
  role: PlaceRole,
  context: SlotSource & { isList: boolean },
): PlaceLists {
  const lists = placesOf(mentions, role, context)
  const [run] = mentions
  if (
    run?.kind !== 'named' ||
    run.tokens.slice(run.start, run.end).some(({ isCapital }) => isCapital)
  )
    return lists
  const rest = placesOf(mentions.slice(1), role, context).first
  const singles = singleParts(run, context.rules).map((part) =>
    slotOf(run, part, { ...context, role }),
  )
  const isRun = singles.length > lists.first.length - rest.length && mentions.length === 1
  const runs = [...singles, ...rest]
  return isRun
    ? { first: runs, others: [lists.first, ...lists.others] }
    : { first: lists.first, others: [...lists.others, runs] }
}

/** Sources and targets of a table: those of two roles or of two sentences, or all places as both. */
export function matrixPlaces(source: SlotSource): PlaceLists | undefined {
  const mentions = mentionsOf(source.sentences).filter(({ kind }) => kind !== 'here')
  const asked = source.asking.mentions.filter(({ kind }) => kind !== 'here')
  // `How long is it from A to B and to C? Each one separately.`
  const isOfOther =
    asked.length === 0 &&
    ['from', 'to'].every((role) => mentions.some((mention) => mention.role === role))
  const own = isOfOther ? mentions : asked
  const from = own.filter(({ role }) => role === 'from' || role === 'start')
  const isTo = ({ role }: RoledMention) => role === 'to' || role === 'end'
  const to = own.some(isTo)
    ? own.filter(isTo)
    : from.length >= 2
      ? own.filter((mention) => !from.includes(mention))
      : []
  const nearest = source.asking.intents.some(({ name }) => name === 'which_nearest')
  const context = { ...source, isList: true }
  if (nearest && !source.asking.intents.some(({ name }) => name === 'matrix')) {
    const ends = source.asking.intents
      .filter(({ name }) => name === 'which_nearest')
      .map(({ end }) => end)
    const fromHere = comparedWithHere(source)
    if (fromHere) {
      const here: PlaceLists = { first: [{ role: 'source', kind: 'here' }], others: [] }
      return product([here, placesOf(fromHere, 'target', context)])
    }
    const compared = comparedWith(source)
    const target =
      compared?.target ?? own.find(({ start }) => start >= Math.min(...ends)) ?? mentions.at(-1)
    const rest =
      compared?.list ?? (own.length >= 3 ? own : mentions).filter((mention) => mention !== target)
    if (!target || rest.length === 0) return undefined
    return product([
      placesOf([target], 'source', { ...source, isList: false }),
      placesOf(rest, 'target', context),
    ])
  }
  const fromHere = source.asking.mentions.some(
    ({ kind, role }) =>
      kind === 'here' &&
      role !== 'to' &&
      role !== 'end' &&
      (source.hasLocation || role === 'from' || role === 'start'),
  )
  if (fromHere && from.length === 0) {
    const here: PlaceLists = { first: [{ role: 'source', kind: 'here' }], others: [] }
    return product([here, placesOf(to.length > 0 ? to : own, 'target', context)])
  }
  const groups = groupsIn(source) ?? pairWithEach(source)
  if (groups) return inRoles(groups.sources, groups.targets, context)
  if (from.length > 0 && to.length > 0) return inRoles(from, to, context)
  const two = own.length !== 1 ? twoLists(source) : undefined
  if (two) return inRoles(two.sources, two.targets, context)
  const compared = comparedWith(source)
  if (compared && isFromEach(source, compared))
    return inRoles(compared.list, [compared.target], context)
  // `From A, is B or C nearer?`, `How far is each of B and C from A?`
  const isEachFrom = hasCue(source.asking, 'everyone') && compared?.target.role === 'from'
  if (compared && (isEachFrom || hasCue(source.asking, 'nearest')))
    return inRoles([compared.target], compared.list, context)
  const told = mentions.filter(
    ({ role, sentence }) =>
      sentence !== source.asking.index && (role === 'presence' || role === 'start'),
  )
  if (to.length > 0 && to.length === own.length) {
    // `We waver between A and B. How far is it from each to C and to D?`
    const isEach = source.asking.cues.some(({ name }) => name === 'everyone')
    const listed = isEach ? mentions.filter((mention) => !own.includes(mention)) : []
    const others = mentions.filter((mention) => !own.includes(mention))
    const one = told.length === 1 ? told : others.length === 1 ? others : []
    const sources = listed.length > 1 ? listed : one
    if (sources.length > 0) return inRoles(sources, to, context)
  }
  if (own.length >= 2 || mentions.length === own.length) {
    const all = own.length >= 2 ? own : mentions
    return withBoth(listOf(all, 'source', context))
  }
  // `We live in A, B and C. How far is it from each to each?`
  const all = mentions.length > 1 ? withBoth(listOf(mentions, 'source', context)) : undefined
  return bySentence(source, context) ?? all
}

/** Each place as a source and as a target. */
function withBoth({ first, others }: PlaceLists): PlaceLists {
  const both = (list: PlaceLists['first']) => [
    ...list,
    ...list.map((slot) => ({ ...slot, role: 'target' as const })),
  ]
  return { first: both(first), others: others.map(both) }
}

/** The first sentence with places has the sources, the following ones the targets. */
function bySentence(
  source: SlotSource,
  context: SlotSource & { isList: boolean },
): PlaceLists | undefined {
  const holders = [...byNearness(source)]
    .filter(({ mentions }) => mentions.length > 0)
    .sort((a, b) => a.index - b.index)
  const [first, ...rest] = holders
  if (!first || rest.length === 0) return undefined
  return inRoles(first.mentions, mentionsOf(rest), context)
}

function inRoles(
  from: readonly RoledMention[],
  to: readonly RoledMention[],
  context: SlotSource & { isList: boolean },
): PlaceLists {
  const once = (mentions: readonly RoledMention[]) => [
    ...new Map(mentions.map((mention) => [`${mention.kind}${nameOf(mention)}`, mention])).values(),
  ]
  return product([placesOf(once(from), 'source', context), placesOf(once(to), 'target', context)])
}
