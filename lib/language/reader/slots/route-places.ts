import { type PlaceLists, placesOf, slotOf } from '../places.ts'
import type { PlaceRole, PlaceSlot } from '../reading.ts'
import { nameOf, type RoleCue, type RoledMention } from '../roles.ts'
import { runWays } from '../word-runs.ts'
import { isOnTheWay } from './between-ends.ts'
import { byNearness, mentionsOf, type SlotSource } from './slot-source.ts'

interface RouteMentions {
  origin?: RoledMention
  vias: RoledMention[]
  destination?: RoledMention
}

/**
 * Origin, vias and destination. Words before the places say what they are; a place without such words is taken where
 * one is missing, in text order. Undefined where there are fewer than two.
 */
export function routePlaces(source: SlotSource): PlaceLists | undefined {
  const chain = orderedStops(source) ?? chainOf(source)
  if (chain) return chain
  const pair = pairBetween(source) ?? listedPlaces(source)
  if (pair) return pair
  const [only, ...more] = mentionsOf(source.sentences)
  if (only && more.length === 0 && only.role !== 'to' && only.role !== 'end') {
    const run = fromRun(only, source)
    if (run) return run
  }
  const { origin, vias, destination } = routeMentions(source)
  if (!destination) return origin ? fromRun(origin, source) : undefined
  const context = { ...source, isList: false }
  const roles = [
    origin
      ? placesOf([origin], 'origin', context)
      : { first: [{ role: 'origin', kind: 'here' } as const], others: [] },
    placesOf(vias, 'via', context),
    placesOf([destination], 'destination', context),
  ]
  return product(roles)
}

/** `We start in X, load at Y, then at Z, and unload in W`: places of one sentence behind its start, in their order. */
function orderedStops(source: SlotSource): PlaceLists | undefined {
  const { mentions } = coreOf(source)
  const [first, ...rest] = mentions
  const isStop = ({ role, kind }: RoledMention) =>
    kind !== 'here' && (role === 'at' || role === 'to')
  const isInOrder =
    first?.role === 'start' && rest.length >= 2 && rest.every(isStop) && rest[0]!.role === 'at'
  if (!isInOrder || nameOf(first) === nameOf(rest.at(-1)!)) return undefined
  const context = { ...source, isList: false }
  return product(
    mentions.map((mention, i) => placesOf([mention], endRole(i, mentions.length), context)),
  )
}

/** `A -> B -> C`: in this order. */
function chainOf(source: SlotSource): PlaceLists | undefined {
  const { mentions } = coreOf(source)
  const first = mentions.findIndex((_, i) => mentions[i + 1]?.isArrowed)
  if (first < 0) return undefined
  const behind = mentions.slice(first + 1)
  const length = behind.findIndex(({ isArrowed }) => !isArrowed)
  const way = mentions.slice(first, length < 0 ? undefined : first + 1 + length)
  // `From X to Y through A, then B`: a chain of stops is not the way.
  if (way.every(({ role }) => role === 'via') && way.length < mentions.length) return undefined
  // `A -> C, via B`
  const vias = mentionsOf(source.sentences).filter(
    (mention) => mention.role === 'via' && !way.includes(mention),
  )
  const chain = [...originOf(way, source), ...way.slice(0, -1), ...vias, way.at(-1)!]
  const context = { ...source, isList: false }
  return product(chain.map((mention, i) => placesOf([mention], endRole(i, chain.length), context)))
}

/** `I am at X and want to go to A, then to B`: where a chain starts that begins with a place to go to. */
function originOf([first]: readonly RoledMention[], { sentences }: SlotSource): RoledMention[] {
  if (first?.role !== 'to' && first?.role !== 'via') return []
  const others = mentionsOf(sentences).filter((mention) => mention !== first)
  const starts: (RoleCue | undefined)[] = ['start', 'from', 'presence']
  const origin = others.find(({ role }) => starts.includes(role))
  return origin ? [origin] : []
}

/** All combinations of lists, changed in one place first. */
export function product(lists: readonly PlaceLists[]): PlaceLists {
  const first = lists.flatMap((list) => list.first)
  const others = lists.flatMap((list, i) =>
    list.others.map((other) => lists.flatMap((same, j) => (i === j ? other : same.first))),
  )
  return { first, others }
}

function routeMentions(source: SlotSource): RouteMentions {
  const asking = coreOf(source)
  const near = byNearness({ ...source, asking })
  const own = [...asking.mentions]
  const others = mentionsOf(near.slice(1))
  const used = new Set<RoledMention>()
  const take = (mention: RoledMention | undefined) => {
    if (mention) used.add(mention)
    return mention
  }
  const free = (mentions: readonly RoledMention[], ...roles: (RoleCue | undefined)[]) =>
    mentions.filter((mention) => !used.has(mention) && roles.includes(mention.role))

  const between = free(own, 'between')
  if (between.length >= 2) {
    const vias = [...free(own, 'via'), ...free(others, 'via')]
    return {
      origin: between[0]!,
      vias: [...between.slice(1, -1), ...vias],
      destination: between.at(-1)!,
    }
  }
  let origin = take(
    free(own, 'start')[0] ??
      free(own, 'from')[0] ??
      free(others, 'start')[0] ??
      free(own, 'presence')[0] ??
      free(others, 'presence')[0],
  )
  let destination = take(
    free(own, 'end').at(-1) ?? free(own, 'to').at(-1) ?? free(others, 'end').at(-1),
  )
  destination ??= take(free(others, 'to').at(-1))
  const isAfterOrigin = (mention: RoledMention) =>
    !origin || origin.sentence !== mention.sentence || mention.start > origin.start
  destination ??= take(free(own, 'near', 'at', undefined).filter(isAfterOrigin).at(-1))
  if (origin && origin.sentence === asking.index)
    destination ??= take(free(others, 'at', 'near').at(-1))
  if (!origin) {
    const isBefore = (mention: RoledMention) =>
      !destination || destination.sentence !== mention.sentence || mention.start < destination.start
    origin = take(free(own, undefined, 'at', 'near', 'from').filter(isBefore)[0])
    // `Take me to X. My brother is from Y`: who shared a position starts there.
    const isNamed = ({ kind }: RoledMention) => kind !== 'here'
    if (!source.hasLocation) origin ??= take(free(others, 'from', 'at').filter(isNamed)[0])
  }
  // `How many kilometres separate X from Y`
  destination ??= take(free(own, 'from').at(-1))
  // `I live in X and work in Y. How long is the drive?`
  if (!destination) {
    const last = (mentions: readonly RoledMention[]) =>
      free(mentions, 'presence', 'at', 'near', undefined).at(-1)
    const lastVia = free(own, 'via').at(-1) ?? free(others, 'via').at(-1)
    destination = take(last(own) ?? last(others) ?? (origin && lastVia))
  }
  const rest = mentionsOf(source.sentences).filter((mention) => !used.has(mention))
  const vias = rest.filter(
    (mention) =>
      mention.role === 'via' ||
      isOnTheWay(mention, { origin, destination }, source.rules) ||
      (mention.role === 'to' && destination && mention.sentence === destination.sentence) ||
      (mention.sentence === asking.index &&
        mention.role === undefined &&
        origin &&
        destination &&
        mention.isListed),
  )
  const isReturn = (mention: RoledMention) => origin && nameOf(mention) === nameOf(origin)
  if (destination && isReturn(destination)) {
    // `I leave X, drop a parcel at Y and return to X`
    const between = rest.filter(
      (mention) => mention.sentence === asking.index && mention.role === 'at' && !isReturn(mention),
    )
    destination = vias.pop() ?? between.at(-1) ?? destination
  }
  return { origin, vias: vias.filter((via) => !isReturn(via)), destination }
}

/** `between A and B`, read as one mention. */
function pairBetween(source: SlotSource): PlaceLists | undefined {
  const [mention, ...more] = coreOf(source).mentions.filter(({ role }) => role === 'between')
  if (!mention || more.length > 0) return undefined
  const { first, others } = placesOf([mention], 'via', { ...source, isList: true })
  const pairs = [first, ...others]
    .filter((list) => list.length === 2)
    .map(([origin, destination]): PlaceSlot[] => [
      { ...origin!, role: 'origin' },
      { ...destination!, role: 'destination' },
    ])
  return pairs[0] && { first: pairs[0], others: pairs.slice(1) }
}

/** `through A, B and C`: the first and the last of a list without other roles are the ends. */
function listedPlaces(source: SlotSource): PlaceLists | undefined {
  const { mentions } = coreOf(source)
  const isList = mentions.every(
    ({ role, kind }) => kind !== 'here' && (role === 'via' || role === undefined),
  )
  const others = mentionsOf(source.sentences).filter((mention) => !mentions.includes(mention))
  if (!isList || others.some(({ role }) => role !== undefined)) return undefined
  const { first, others: lists } = placesOf(mentions, 'via', { ...source, isList: true })
  const ways = [first, ...lists]
    .filter((list) => list.length >= 3)
    .map((list) => list.map((slot, i): PlaceSlot => ({ ...slot, role: endRole(i, list.length) })))
  return ways[0] && { first: ways[0], others: ways.slice(1) }
}

function endRole(at: number, count: number): PlaceRole {
  if (at === 0) return 'origin'
  return at === count - 1 ? 'destination' : 'via'
}

/** The sentence with most of a route: the asking one, or another that says from where to where. */
export function coreOf({ sentences, asking }: SlotSource): SlotSource['asking'] {
  const score = (sentence: SlotSource['asking']) => {
    const is = (...roles: RoleCue[]) =>
      sentence.mentions.some(({ role }) => role && roles.includes(role)) ? 1 : 0
    return (
      2 * is('from', 'start') +
      2 * is('to', 'end') +
      is('presence') +
      (sentence.mentions.some(({ isArrowed }) => isArrowed) ? 4 : 0) +
      Math.min(2, sentence.mentions.length) / 2 +
      (sentence === asking ? 0.7 : 0)
    )
  }
  return [...sentences].sort((a, b) => score(b) - score(a))[0]!
}

/** A run of words without separators as two places: `hakaniemi stockmann`. */
function fromRun(run: RoledMention, source: SlotSource): PlaceLists | undefined {
  if (run.kind !== 'named' || run.isKnown) return undefined
  const lists = runWays(run, 2, source.rules).map((parts) =>
    parts.map((part, i) =>
      slotOf(run, part, { ...source, role: i === 0 ? 'origin' : 'destination' }),
    ),
  )
  const [first, ...others] = lists
  return first && { first, others }
}
