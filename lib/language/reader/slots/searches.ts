import {
  type CategoryMention,
  categoriesIn,
  freeCategoriesIn,
  isCategory,
  isTown,
  maxSize,
} from '../categories.ts'
import { isKindWord } from '../name-end.ts'
import { type PlaceLists, placesOf, slotOf } from '../places.ts'
import { numberIn } from '../quantities.ts'
import type { ReadSentence } from '../read-sentence.ts'
import type { PlaceSlot, Slots } from '../reading.ts'
import type { RoledMention } from '../roles.ts'
import { byNearness, hasCue, mentionsOf, type SlotSource } from './slot-source.ts'

export interface SearchSlots extends Pick<Slots, 'category' | 'size'> {
  places: PlaceLists
  isRelative: boolean
}

/** A kind of place and what it is near to, or the name of a place. */
export function searchPlaces(given: SlotSource): SearchSlots | undefined {
  const source = withKind(given)
  const { asking, rules, text } = source
  const isOfTown = ({ start, end }: CategoryMention) =>
    asking.mentions.some(
      (mention) => isTown(mention, rules) && mention.start <= start && end <= mention.end,
    )
  const categories = categoriesIn(asking, rules).filter((kind) => !isOfTown(kind))
  const mentions = asking.mentions.filter((mention) => !isCategory(mention, categories, rules))
  const category = categoryOf(categories, mentions)
  const ofKind = withKindBefore(mentions, category, source)
  const isNamed = asksForTold(mentions, category, source) || asksForName(mentions, category, source)
  if (!category || ofKind || isNamed) return nameSearch(source, ofKind ?? mentions)
  const named = mentions.filter(({ kind }) => kind !== 'here')
  const near =
    named.find(({ start, role }) => start >= category.end && role) ??
    named.find(({ role }) => role) ??
    named[0] ??
    mentions[0]
  // `We are in Ordino. Where is a pharmacy (around here)?`
  const told =
    near === undefined || (near.kind === 'here' && !source.hasLocation)
      ? byNearness(source)
          .slice(1)
          .flatMap((sentence) => sentence.mentions)
          .filter(({ kind }) => kind === 'named')
          .find(
            ({ role, isKnown }, _, { length }) =>
              role === 'presence' || role === 'near' || (isKnown && length === 1),
          )
      : undefined
  const place = told ?? near
  const isRelative = place === undefined || place.kind === 'here'
  // `Pools Andorra la Vella`: the kind is no word of the name.
  const isBehindKind = place?.sentence === asking.index && place.start === category.end
  const { tokens } = asking
  const slice = text.slice(tokens[category.start]!.start, tokens[category.end - 1]!.end)
  const here: PlaceSlot = { role: 'near', kind: 'here' }
  const size = category.size ?? sizeBehind(source)
  return {
    category: { ids: category.ids, text: slice },
    ...(size && { size }),
    places: place
      ? placesOf([isBehindKind ? { ...place, articleStart: place.start } : place], 'near', {
          ...source,
          isList: false,
        })
      : { first: [here], others: [] },
    isRelative,
  }
}

/** `Car parks near Encamp? Show me three.`: a number without a kind is of the sentence that has one and a place. */
function withKind(source: SlotSource): SlotSource {
  const { asking, sentences, rules } = source
  const kindsOf = (sentence: ReadSentence) => freeCategoriesIn(sentence, rules)
  if (asking.mentions.length > 0 || kindsOf(asking).length > 0) return source
  const other = sentences.find((each) => each.mentions.length > 0 && kindsOf(each).length > 0)
  return other && sizeBehind(source) ? { ...source, asking: other } : source
}

/** `Address hotel hermitage`: a kind right before the only name is of it. */
function withKindBefore(
  mentions: readonly RoledMention[],
  kind: CategoryMention | undefined,
  { asking }: SlotSource,
): RoledMention[] | undefined {
  const [only, ...more] = mentions
  const isAsked = asking.intents.some(({ name }) => name === 'where_is')
  if (!isAsked || !kind || only?.kind !== 'named' || more.length > 0) return undefined
  if (kind.end !== only.start) return undefined
  return [{ ...only, start: kind.start, articleStart: kind.start }]
}

/** `I am looking for the Yacht Club to deliver flowers`: the name stands right behind the request. */
function asksForName(
  [first]: readonly RoledMention[],
  kind: CategoryMention | undefined,
  { asking }: SlotSource,
): boolean {
  return (
    first?.kind === 'named' &&
    kind !== undefined &&
    first.end <= kind.start &&
    asking.intents.some(
      ({ name, end }) =>
        (name === 'find' || name === 'where_is') &&
        (end === first.start || end === first.articleStart),
    )
  )
}

/** `We meet at the Sant Joan. What is the address of the church?`, not `Where is a church there?` */
function asksForTold(
  own: readonly RoledMention[],
  kind: CategoryMention | undefined,
  { asking, sentences, rules }: SlotSource,
): boolean {
  const told = sentences.filter((other) => other !== asking).flatMap(({ mentions }) => mentions)
  const isAny =
    kind !== undefined && rules.words.indefinite.has(asking.tokens[kind.start - 1]?.text ?? '')
  return (
    own.length === 0 &&
    told.length === 1 &&
    told[0]!.kind === 'named' &&
    !isAny &&
    !hasCue(asking, 'nearest') &&
    asking.intents.some(({ name }) => name === 'where_is')
  )
}

/** `Chargers in Encamp: show me two`: a number that ends a request to find something. */
function sizeBehind({ sentences, rules }: SlotSource): number | undefined {
  for (const { tokens, intents } of sentences) {
    const last = tokens.findLastIndex(({ kind }) => kind !== 'mark')
    const size = last > 0 ? numberIn(tokens[last]!, rules) : undefined
    const isAsked = intents.some(
      ({ name, end }) => (name === 'find' || name === 'geocode') && end === last,
    )
    if (size && isAsked && Number.isInteger(size) && size <= maxSize) return size
  }
  return undefined
}

/** The category before the place, else the first one outside of names. */
function categoryOf(
  categories: readonly CategoryMention[],
  mentions: readonly RoledMention[],
): CategoryMention | undefined {
  const outside = categories.filter(
    ({ start, end }) =>
      !mentions.some(
        (mention) => mention.kind === 'named' && mention.start < end && start < mention.end,
      ),
  )
  const near = mentions.find(({ role, kind }) => role !== undefined && kind !== 'position')
  return outside.filter(({ end }) => near && end <= near.start).at(-1) ?? outside[0]
}

function nameSearch(source: SlotSource, own: readonly RoledMention[]): SearchSlots | undefined {
  const all = own.filter(({ kind }) => kind !== 'here')
  // `In which part of Encamp is the museum X?`: the first place is within the request.
  const isWithin = ({ start }: RoledMention) =>
    source.asking.intents.some(({ name, inGaps }) => name === 'where_is' && inGaps.includes(start))
  const named = all.length === 2 && isWithin(all[0]!) && !isWithin(all[1]!) ? all.toReversed() : all
  const mention =
    named[0] ??
    byNearness(source)
      .flatMap(({ mentions }) => mentions)
      .find(({ kind }) => kind !== 'here')
  if (!mention) return undefined
  const { inTown, ofTown } = source.rules.words
  const isItsTown = (other: RoledMention) =>
    other.role === 'at' ||
    other.role === 'near' ||
    // `McDonald's do Pas de la Casa`, where both are known names.
    (other.start === mention.end + 1 &&
      [inTown, ofTown].some((words) => words.has(other.tokens[mention.end]!.text)))
  const around = named.length > 0 ? named : mentionsOf(source.sentences)
  const near = around.find(
    (other) =>
      other !== mention &&
      (isItsTown(other) || isWithin(other) || (named.length === 0 && other.role === 'presence')),
  )
  const whole = placesOf([mention], 'name', { ...source, isList: false })
  if (near) {
    const { first } = placesOf([near], 'near', { ...source, isList: false })
    return { places: { first: [...whole.first, ...first], others: [] }, isRelative: false }
  }
  return { places: withTown(mention, whole, source), isRelative: hasCue(source.asking, 'nearest') }
}

/** `McDonald's in Pas de la Casa` as a name and the town that it is in, behind the whole as one name. */
function withTown(mention: RoledMention, whole: PlaceLists, source: SlotSource): PlaceLists {
  const { tokens, rules } = { ...mention, rules: source.rules }
  if (mention.kind !== 'named') return whole
  for (let at = mention.start + 1; at < mention.end - 1; at++) {
    const { text, isCapital } = tokens[at]!
    const isSure = rules.words.inTown.has(text)
    if (isCapital || !(isSure || rules.words.ofTown.has(text))) continue
    // `Estação de Campanhã` is one name.
    if (!isSure && at === mention.start + 1 && isKindWord(tokens[mention.start]!.text)) return whole
    const name = slotOf(mention, { start: mention.start, end: at }, { ...source, role: 'name' })
    const town = slotOf(
      { ...mention, start: at + 1, articleStart: at + 1, kindStart: undefined },
      { start: at + 1, end: mention.end },
      { ...source, role: 'near' },
    )
    return isSure
      ? { first: [name, town], others: [whole.first] }
      : { first: whole.first, others: [[name, town]] }
  }
  return whole
}
