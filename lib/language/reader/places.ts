import type { PlaceRole, PlaceSlot } from './reading.ts'
import type { RoledMention } from './roles.ts'
import type { LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

/** Alternatives of a whole list of places, at most. */
export const maxAlternatives = 12

/** What some mentions are as places: the likeliest list, and other lists. */
export interface PlaceLists {
  first: PlaceSlot[]
  others: PlaceSlot[][]
}

/** Tokens of a mention that are one place. */
export interface Part {
  start: number
  end: number
}

/**
 * The places of some mentions. `and` within a mention separates places or belongs to a name: where `isList`, the last
 * one separates first; elsewhere none does.
 */
export function placesOf(
  mentions: readonly RoledMention[],
  role: PlaceRole,
  { text, rules, isList }: { text: string; rules: LanguageRules; isList: boolean },
): PlaceLists {
  let lists: PlaceSlot[][] = [[]]
  for (const [i, mention] of mentions.entries()) {
    // The `and` of a list stands before its last item.
    const isInside =
      mentions[i + 1]?.isListed === true && mentions[i + 1]!.sentence === mention.sentence
    const ways = waysOf(mention, rules, isList && !isInside)
    lists = ways
      .flatMap((parts) =>
        lists.map((list) => [
          ...list,
          ...parts.map((part) => slotOf(mention, part, { text, rules, role })),
        ]),
      )
      .slice(0, maxAlternatives)
  }
  const [first = [], ...others] = lists
  return { first, others }
}

/** The ways to divide a mention at its `and`s, likelier ones first. */
function waysOf(mention: RoledMention, { words }: LanguageRules, isList: boolean): Part[][] {
  const { tokens, start, end } = mention
  const whole = [{ start, end }]
  if (mention.kind !== 'named') return [whole]
  const joints: number[] = []
  for (let at = start + 1; at < end - 1; at++) {
    if (tokens[at]!.kind === 'word' && words.and.has(tokens[at]!.text)) joints.push(at)
  }
  const divided = subsetsOf(joints.slice(-3))
    .map((at) => partsAt(mention, at))
    .reverse()
  divided.sort((a, b) => a.length - b.length || spreadOf(a, mention) - spreadOf(b, mention))
  // `The Villa Sauber and the Casino`: an article begins another place, unless all is one name.
  const isParted =
    isList && !mention.isKnown && joints.some((at) => words.articles.has(tokens[at + 1]!.text))
  if (isParted) return divided
  return isList ? [...divided, whole] : [whole, ...divided]
}

/** Difference in words between the longest and the shortest part. */
function spreadOf(parts: readonly Part[], { tokens }: RoledMention): number {
  const sizes = parts.map(({ start, end }) => wordCount(tokens, start, end))
  return Math.max(...sizes) - Math.min(...sizes)
}

export const wordCount = (tokens: readonly TextToken[], start: number, end: number) =>
  tokens.slice(start, end).filter(({ kind }) => kind === 'word').length

/** Non-empty subsets. */
function subsetsOf(joints: readonly number[]): number[][] {
  let subsets: number[][] = [[]]
  for (const joint of joints) subsets = [...subsets, ...subsets.map((set) => [...set, joint])]
  return subsets.filter((set) => set.length > 0)
}

export function partsAt({ start, end }: RoledMention, joints: readonly number[]): Part[] {
  const starts = [start, ...joints.map((at) => at + 1)]
  const ends = [...joints, end]
  return starts.map((from, i) => ({ start: from, end: ends[i]! }))
}

interface SlotContext {
  text: string
  rules: LanguageRules
  role: PlaceRole
}

export function slotOf(mention: RoledMention, part: Part, context: SlotContext): PlaceSlot {
  const { text, rules, role } = context
  const { tokens } = mention
  if (mention.kind === 'here') return { role, kind: 'here' }
  const slice = (from: number, to: number) => text.slice(tokens[from]!.start, tokens[to - 1]!.end)
  const { position } = mention
  if (position) return { role, kind: 'position', text: slice(part.start, part.end), position }
  const start = part.start === mention.start ? part.start : withoutArticle(mention, part, rules)
  const end = part.end === mention.end && fillsItem(mention, rules) ? mention.longEnd : part.end
  const texts = new Set<string>()
  texts.add(slice(start, end))
  texts.add(slice(start, part.end))
  if (part.end === mention.end) texts.add(slice(start, mention.longEnd))
  const article = part.start === mention.start ? mention.articleStart : part.start
  // A sentence begins with a capital, also where the article is not of the name.
  if (rules.words.articles.has(tokens[start]!.text) && end - start > 1)
    texts.add(slice(start + 1, end))
  const { kindStart } = mention
  if (kindStart !== undefined && part.start === mention.start) texts.add(slice(kindStart, end))
  if (article < start) texts.add(slice(article, end))
  for (const shorter of shorterEnds(mention, { start, end: part.end }, rules))
    texts.add(slice(start, shorter))
  // `Caldea's my base`
  const last = slice(start, part.end)
  if (/\p{Ll}'s$/u.test(last)) texts.add(last.slice(0, -2))
  const [first, ...otherTexts] = texts
  return { role, kind: 'named', text: first!, otherTexts }
}

/** The start of a part behind `and` without its article: `and the Casino`. */
function withoutArticle({ tokens }: RoledMention, part: Part, { words }: LanguageRules): number {
  let start = part.start
  while (start < part.end - 1 && !tokens[start]!.isCapital && isSmall(start)) start++
  return start
  function isSmall(at: number): boolean {
    const { kind, text } = tokens[at]!
    return words.articles.has(text) || words.listed.has(text) || (kind === 'mark' && text === "'")
  }
}

/** Small-letter words that end a name before a mark, at most. */
const maxWordsBehind = 3

/** Whether the words behind a name run up to a mark: `Bank bar and bistro, ...`. */
function fillsItem(
  { tokens, start, longEnd, end }: RoledMention,
  { words }: LanguageRules,
): boolean {
  const hasCapital = tokens.slice(start, end).some(({ isCapital }) => isCapital)
  return (
    hasCapital &&
    longEnd > end &&
    longEnd - end <= maxWordsBehind &&
    (tokens[longEnd] === undefined ||
      tokens[longEnd]!.kind === 'mark' ||
      [words.and, words.or].some((joints) => joints.has(tokens[longEnd]!.text)))
  )
}

/** Ends of a name before its small words: `McDonald's` of `McDonald's do Pas de la Casa`. */
function shorterEnds({ tokens }: RoledMention, part: Part, { words }: LanguageRules): number[] {
  const ends: number[] = []
  for (let at = part.end - 1; at > part.start; at--) {
    const { kind, text, isCapital } = tokens[at]!
    if (kind === 'word' && !isCapital && words.connectors.has(text)) ends.push(at)
  }
  return ends.filter((end) => tokens[end - 1]!.kind !== 'mark').slice(0, 3)
}
