import type { ReadSentence } from './read-sentence.ts'
import { nameOf, type RoledMention } from './roles.ts'

/** What the form of a text says of its request, whatever its words are. */
export interface Structure {
  /** Names, positions and `here`. */
  places: number
  /** Places of the longest enumeration: `A, B and C`, lines, `A; B; C`. */
  listed: number
  /** The same without words of one run in small letters. */
  items: number
  /** Whether a sentence says both where from and where to. */
  goesBetween: boolean
  /** Whether nothing but one position is named. */
  isPositionAlone: boolean
  hasDuration: boolean
  hasDistance: boolean
}

export function structureOf(
  sentences: readonly ReadSentence[],
  joints: ReadonlySet<string>,
): Structure {
  const mentions = sentences.flatMap(({ mentions }) => mentions)
  const quantities = sentences.flatMap(({ quantities }) => quantities)
  const names = new Set<string>()
  const distinct = mentions.filter((mention) => {
    const name = mention.kind === 'named' ? nameOf(mention) : `${mention.sentence}:${mention.start}`
    return !names.has(name) && names.add(name)
  })
  const places = distinct.reduce((sum, mention) => sum + placesIn(mention, joints), 0)
  return {
    places,
    listed: Math.max(
      longestList(sentences, (mention) => placesIn(mention, joints)),
      linesIn(sentences),
    ),
    items: Math.max(
      longestList(sentences, () => 1),
      linesIn(sentences),
    ),
    goesBetween: sentences.some(goesBetween),
    isPositionAlone: mentions.length === 1 && mentions[0]!.kind === 'position',
    hasDuration: quantities.some(({ unit }) => unit === 'minutes'),
    hasDistance: quantities.some(({ unit }) => unit === 'kilometers'),
  }
}

/** In small letters each word of a run may be a place: `kamppi kluuvi punavuori`. */
function placesIn({ kind, tokens, start, end }: RoledMention, joints: ReadonlySet<string>): number {
  if (kind !== 'named') return 1
  const words = tokens.slice(start, end).filter((token) => token.kind === 'word')
  if (!words.some(({ isCapital }) => isCapital))
    return words.filter(({ text }) => text.length > 2).length
  return 1 + words.filter(({ text }) => joints.has(text)).length
}

function longestList(
  sentences: readonly ReadSentence[],
  count: (mention: RoledMention) => number,
): number {
  let longest = 0
  for (const { mentions } of sentences) {
    let current = 0
    for (const mention of mentions) {
      current = (mention.isListed ? current : 0) + count(mention)
      longest = Math.max(longest, current)
    }
  }
  return longest
}

/** Lines in a row with one place each. */
function linesIn(sentences: readonly ReadSentence[]): number {
  let [longest, current] = [0, 0]
  for (const { isLine, mentions } of sentences) {
    current = isLine && mentions.length === 1 ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return longest > 1 ? longest : 0
}

/** Whether a sentence says where from and where to, and the two differ. */
export function goesBetween({ mentions }: ReadSentence): boolean {
  const names = (...roles: string[]) =>
    mentions.filter(({ role }) => role && roles.includes(role)).map(nameOf)
  const [from, to] = [names('from', 'start', 'presence'), names('to', 'end')]
  return (
    from.some((start) => to.some((end) => end !== start)) ||
    mentions.some(({ isArrowed }) => isArrowed)
  )
}

/** `Between A and B`, also where both are read as one mention. */
export const isPair = ({ mentions }: ReadSentence, joints: ReadonlySet<string>): boolean =>
  mentions
    .filter(({ role }) => role === 'between')
    .reduce((sum, mention) => sum + placesIn(mention, joints), 0) === 2
