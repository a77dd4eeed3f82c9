import { findCategoriesByWords } from '#places/categories'
import { fold } from '#places/text'
import { similarCategories } from '../fallback/category-typos.ts'
import nearWords from './near-words.json' with { type: 'json' }
import type { QueryText } from './tokenize.ts'

/** A subject in or near a location: `cafés near Plaça del Poble`, `pharmacy in Ordino`. */
export interface NearPhrase {
  /** A category or keyword, as typed. */
  subject: string
  /** Ids of the category table; empty for a keyword. */
  categories: readonly string[]
  /** Letters corrected in the category. */
  edits: number
  relation: 'in' | 'near'
  /** The text of the place; empty for the caller's own position (`near me`). */
  location: string
  /** No relation was typed, so that unknown words beside the place may be a name: `Hotel Xyzzy Encamp`. */
  isSideBySide?: true
  /** The last word of the location may be unfinished. */
  isOpen?: true
}

const wordsOf = (table: Readonly<Record<string, readonly string[]>>) => Object.values(table).flat()

/** Words for the caller's own position after a word for near: `me`. */
const callerWords = new Set(wordsOf(nearWords.caller))
/** Phrases that contain both: `nearby`. */
const nearCallerPhrases = new Set(wordsOf(nearWords.nearCaller))

/** What is said of a category, not of a name: `cheap`, `mejores`. */
const qualityWords = new Set(wordsOf(nearWords.quality))

/** Relations by folded word; words that mean both count as near. */
const relations = new Map<string, NearPhrase['relation']>([
  ...wordsOf(nearWords.in).map((word) => [word, 'in'] as const),
  ...wordsOf(nearWords.near).map((word) => [word, 'near'] as const),
])
const maxRelationWords = 5
const firstRelationWords = new Set(Array.from(relations.keys(), (phrase) => phrase.split(' ')[0]!))

/**
 * Parses a text of subject, relation and location. Many names contain `in`, so a category must precede it;
 * a word for near may also follow a keyword.
 */
export function nearPhraseOf({ text, words, open }: QueryText): NearPhrase | undefined {
  const folded = words.map((word) => word.text)
  for (let first = 1; first < words.length; first++) {
    if (!firstRelationWords.has(folded[first]!)) continue
    for (let count = Math.min(maxRelationWords, words.length - first); count >= 1; count--) {
      const phrase = folded.slice(first, first + count).join(' ')
      const relation = relations.get(phrase)
      if (!relation) continue
      const subject = text.slice(0, words[first - 1]!.end)
      const categories = categoriesMeant(folded.slice(0, first))
      const rest = folded.slice(first + count)
      const isNearCaller =
        rest.length === 0
          ? nearCallerPhrases.has(phrase)
          : relation === 'near' && rest.every((word) => callerWords.has(word))
      if (isNearCaller) return { subject, categories, edits: 0, relation: 'near', location: '' }
      if (rest.length === 0 || (relation === 'in' && categories.length === 0)) continue
      const location = text.slice(words[first + count]!.start)
      return { subject, categories, edits: 0, relation, location, ...(open && { isOpen: true }) }
    }
  }
  return undefined
}

/** The categories that folded words name, words such as `cheap` before or behind the category aside. */
export function categoriesMeant(words: readonly string[]): readonly string[] {
  const categories = findCategoriesByWords(words)
  if (categories.length > 0 || words.length < 2) return categories
  for (let count = 1; count <= Math.min(maxQualityWords, words.length - 1); count++) {
    if (isQuality(words.slice(0, count))) return categoriesMeant(words.slice(count))
    if (isQuality(words.slice(-count))) return categoriesMeant(words.slice(0, -count))
  }
  return []
}

/** `pas cher` */
const maxQualityWords = 2

function isQuality(words: readonly string[]): boolean {
  return qualityWords.has(words.join(' '))
}

/** A category and a place side by side, in either order: `farmàcia Encamp`, `Helsinki hotels`. */
export function categoryAndPlaceOf(query: QueryText): NearPhrase | undefined {
  for (const { subject, phrase, location } of sideBySide(query)) {
    const categories = categoriesMeant(phrase.split(' '))
    if (categories.length === 0) continue
    return { subject, categories, edits: 0, relation: 'in', location, isSideBySide: true }
  }
  return undefined
}

/** Words of a mistyped category at most. */
const maxMistypedWords = 2

/** The same with a mistyped category (`farmaica Encamp`, `pharmcay in Encamp`): the one most similar to its length. */
export function mistypedCategoryAndPlaceOf(query: QueryText): NearPhrase | undefined {
  let best: (NearPhrase & { share: number }) | undefined
  for (const { subject, phrase, location: beside } of sideBySide(query)) {
    if (phrase.split(' ').length > maxMistypedWords) continue
    const similar = similarCategories(phrase)
    const location = similar && similar.edits > 0 ? withoutRelation(beside) : undefined
    if (!similar || location === undefined) continue
    const share = similar.edits / phrase.length
    if (!best || share < best.share) best = { ...similar, subject, location, relation: 'in', share }
  }
  if (!best) return undefined
  const { share: _, ...phrase } = best
  return { ...phrase, isSideBySide: true }
}

/** The ways to cut a text in two: a subject before or after a location, the longest subjects first. */
function* sideBySide({
  text,
  words,
}: QueryText): Generator<{ subject: string; phrase: string; location: string }> {
  const folded = words.map((word) => word.text)
  for (let cut = words.length - 1; cut >= 1; cut--) {
    const [head, tail] = [text.slice(0, words[cut - 1]!.end), text.slice(words[cut]!.start)]
    yield { subject: head, phrase: folded.slice(0, cut).join(' '), location: tail }
    yield { subject: tail, phrase: folded.slice(cut).join(' '), location: head }
  }
}

/** A location without the relation before it; undefined when nothing is left. */
function withoutRelation(location: string): string | undefined {
  const words = trimmed(location)
  const rest = words.slice(relationLength(words.map(fold), 'start')).join(' ')
  return rest === '' ? undefined : rest
}

/** Words that lead to coordinates and say nothing else: `GPS`, `coordinates`. */
const positionWords = new Set(wordsOf(nearWords.position))

/**
 * The words around coordinates without those that lead to them: a relation next to them, on either side, and
 * words such as `GPS`. `isRelated` when there was one.
 */
export function withoutPositionWords(
  before: string,
  after: string,
): { rest: string; isRelated: boolean } {
  const left = trimmed(before)
  const right = trimmed(after)
  const leftCount = relationLength(left.map(fold), 'end')
  const rightCount = relationLength(right.map(fold), 'start')
  const rest = trimmed(
    [...left.slice(0, left.length - leftCount), ...right.slice(rightCount)].join(' '),
  )
  return { rest: rest.join(' '), isRelated: leftCount + rightCount > 0 }
}

function trimmed(text: string): string[] {
  const words = text.replace(/^[\s,;:|([-]+|(?<![\s,;:|)\]-])[\s,;:|)\]-]+$/g, '').split(/\s+/)
  return words.filter((word) => word !== '')
}

/** Number of words at one end of a list that are relations or lead to coordinates. */
function relationLength(words: readonly string[], side: 'start' | 'end'): number {
  let found = 0
  for (let count = 1; count <= Math.min(maxRelationWords, words.length); count++) {
    const part = side === 'end' ? words.slice(-count) : words.slice(0, count)
    const isPositionWord = positionWords.has(side === 'end' ? part[0]! : part.at(-1)!)
    if (relations.has(part.join(' ')) || (isPositionWord && found === count - 1)) found = count
  }
  return found
}
