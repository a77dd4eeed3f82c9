import { nameOf, type RoledMention } from '../roles.ts'
import { mentionsOf, type SlotSource } from './slot-source.ts'

/** A table of one place and the only list of a text. */
export interface Compared {
  target: RoledMention
  list: RoledMention[]
}

/** `Which of A, B and C is nearest?` beside one other place: the only list of the text, and that place. */
export function comparedWith(source: SlotSource): Compared | undefined {
  const list = onlyList(source)
  const rest = namedIn(source).filter((mention) => !list?.includes(mention))
  const roled = rest.length > 1 ? rest.filter(({ role }) => role !== undefined) : rest
  const target = roled.at(-1)
  const more = roled.filter((mention) => target && nameOf(mention) !== nameOf(target))
  return list && target && more.length === 0 ? { target, list } : undefined
}

/** `Which is nearest to me: A, B or C?`: the only list of the text, where no other place is named. */
export function comparedWithHere(source: SlotSource): RoledMention[] | undefined {
  const list = onlyList(source)
  const [first] = list ?? []
  if (!list || !first || list.length < namedIn(source).length) return undefined
  // `Nearer to X, A or B` has a role for its first place, and `nearer to me: A, B or C` a colon before it.
  const isBehindColon = first.tokens[first.articleStart - 1]?.text === ':'
  return first.role === undefined || isBehindColon ? list : undefined
}

function onlyList(source: SlotSource): RoledMention[] | undefined {
  const mentions = namedIn(source)
  const list = mentions.filter(
    (mention, i) => mention.isListed || mentions[i + 1]?.isListed === true,
  )
  return list.filter(({ isListed }) => !isListed).length === 1 ? list : undefined
}

const namedIn = ({ sentences }: SlotSource) =>
  mentionsOf(sentences).filter(({ kind }) => kind !== 'here')

/** `From each of them to there`: the list that was told before leads to the other place. */
export function isFromEach({ asking }: SlotSource, compared: Compared): boolean {
  const isNamed = asking.mentions.some((mention) => compared.list.includes(mention))
  return (
    !isNamed &&
    asking.cues.some(
      ({ name, start }) =>
        name === 'everyone' &&
        asking.roles.some((role) => role.name === 'from' && role.end === start),
    )
  )
}
