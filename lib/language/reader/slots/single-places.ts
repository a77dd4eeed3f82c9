import { isProfile } from '../forms.ts'
import { type PlaceLists, placesOf, slotOf } from '../places.ts'
import type { RoleCue, RoledMention } from '../roles.ts'
import { runWays } from '../word-runs.ts'
import { byNearness, type SlotSource } from './slot-source.ts'

/** The place that an area is around. */
export function centrePlace(source: SlotSource): PlaceLists | undefined {
  const centre = mostLikely(source, [
    'start',
    'from',
    'presence',
    'near',
    'at',
    'between',
    'to',
    'end',
    'via',
    undefined,
  ])
  return centre && placesOf([centre], 'centre', { ...source, isList: false })
}

/** The first place of the first sentence that has one, by role; `here` only where nothing is named. */
function mostLikely(
  source: SlotSource,
  roles: readonly (RoleCue | undefined)[],
): RoledMention | undefined {
  const passes: ((mention: RoledMention) => boolean)[] = [
    ({ kind, isKind }) => kind !== 'here' && !isKind,
    ({ kind }) => kind !== 'here',
    () => true,
  ]
  for (const isOfPass of passes) {
    for (const { mentions } of byNearness(source)) {
      for (const role of roles) {
        const found = mentions.find((mention) => isOfPass(mention) && mention.role === role)
        if (found) return found
      }
    }
  }
  return undefined
}

/** Places whose heights are asked for: those of the question, else those named before. */
export function heightPlaces(source: SlotSource): PlaceLists | undefined {
  const own = source.asking.mentions.filter(({ kind }) => kind !== 'here')
  const rest = byNearness(source)
    .slice(1)
    .flatMap(({ mentions }) => mentions)
  const clear = rest.filter(({ role, kind }) => role !== undefined && kind !== 'here')
  // `How high am I here?` says the one position twice.
  const here = source.asking.mentions.filter(({ kind }) => kind === 'here').slice(0, 1)
  const mentions = [own, clear, rest, here].find((list) => list.length > 0)
  if (!mentions) return undefined
  const sorted = withTowns(
    [...mentions].sort((a, b) => a.sentence - b.sentence || a.start - b.start),
    source,
  )
  // `From A to B through C`
  const end = sorted.findLastIndex(({ role }) => role === 'to' || role === 'end')
  const vias = end < 0 ? [] : sorted.slice(end + 1).filter(({ role }) => role === 'via')
  const inOrder =
    vias.length === 0
      ? sorted
      : [...sorted.slice(0, end), ...vias, ...sorted.slice(end).filter((m) => !vias.includes(m))]
  const isBetween = inOrder.some(({ role }) => role === 'between')
  const lists = placesOf(inOrder, 'centre', { ...source, isList: isBetween })
  const [run] = inOrder
  const needsTwo = isBetween || isProfile(source.asking)
  if (!needsTwo || inOrder.length > 1 || lists.first.length > 1 || run!.kind !== 'named')
    return lists
  const ways = runWays(run!, 2, source.rules).map((parts) =>
    parts.map((part) => slotOf(run!, part, { ...source, role: 'centre' })),
  )
  return { first: ways[0] ?? lists.first, others: ways.slice(1) }
}

/** `Neustadt am Rennweg`: one place where only the word for a town stands between two. */
function withTowns(mentions: readonly RoledMention[], { rules }: SlotSource): RoledMention[] {
  const { inTown, ofTown } = rules.words
  const found: RoledMention[] = []
  for (const mention of mentions) {
    const before = found.at(-1)
    const joint = mention.tokens[mention.start - 1]?.text ?? ''
    const isTown =
      before?.sentence === mention.sentence &&
      before.kind === 'named' &&
      mention.kind === 'named' &&
      before.end === mention.start - 1 &&
      [inTown, ofTown].some((words) => words.has(joint)) &&
      (mention.role === 'at' || mention.role === 'near')
    if (isTown) found.splice(-1, 1, { ...before, end: mention.end, longEnd: mention.longEnd })
    else found.push(mention)
  }
  return found
}
