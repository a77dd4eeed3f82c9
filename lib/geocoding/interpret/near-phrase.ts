import { categoriesNamed } from '../../categories/index.ts'
import nearWords from './near-words.json' with { type: 'json' }
import type { QueryText } from './tokenize.ts'

/** A subject in or near a location: `cafés near Plaça del Poble`, `pharmacy in Ordino`. */
export interface NearPhrase {
  /** A category or keyword, as typed. */
  subject: string
  /** Ids of the category table; empty for a keyword. */
  categories: readonly string[]
  relation: 'in' | 'near'
  /** The text of the place; empty for the caller's own position (`near me`). */
  location: string
}

const wordsOf = (table: Readonly<Record<string, readonly string[]>>) => Object.values(table).flat()

/** Words for the caller's own position after a word for near: `me`. */
const callerWords = new Set(wordsOf(nearWords.caller))
/** Phrases that contain both: `nearby`. */
const nearCallerPhrases = new Set(wordsOf(nearWords.nearCaller))

/** Relations by folded word; words that mean both count as near. */
const relations = new Map<string, NearPhrase['relation']>([
  ...wordsOf(nearWords.in).map((word) => [word, 'in'] as const),
  ...wordsOf(nearWords.near).map((word) => [word, 'near'] as const),
])
const maxRelationWords = 5

/**
 * Parses a text of subject, relation and location. Many names contain `in`, so a category must precede it;
 * a word for near may also follow a keyword.
 */
export function nearPhraseOf({ text, words }: QueryText): NearPhrase | undefined {
  const folded = words.map((word) => word.text)
  for (let first = 1; first < words.length; first++) {
    for (let count = Math.min(maxRelationWords, words.length - first); count >= 1; count--) {
      const phrase = folded.slice(first, first + count).join(' ')
      const relation = relations.get(phrase)
      if (!relation) continue
      const subject = text.slice(0, words[first - 1]!.end)
      const categories = categoriesNamed(folded.slice(0, first).join(' '))
      const rest = folded.slice(first + count)
      const isNearCaller =
        rest.length === 0
          ? nearCallerPhrases.has(phrase)
          : relation === 'near' && rest.every((word) => callerWords.has(word))
      if (isNearCaller) return { subject, categories, relation: 'near', location: '' }
      if (rest.length === 0 || (relation === 'in' && categories.length === 0)) continue
      return { subject, categories, relation, location: text.slice(words[first + count]!.start) }
    }
  }
  return undefined
}

/** A category and a place side by side, in either order: `farmàcia Encamp`, `Helsinki hotels`. */
export function categoryAndPlaceOf({ text, words }: QueryText): NearPhrase | undefined {
  const folded = words.map((word) => word.text)
  for (let cut = words.length - 1; cut >= 1; cut--) {
    const [head, tail] = [text.slice(0, words[cut - 1]!.end), text.slice(words[cut]!.start)]
    const first = categoriesNamed(folded.slice(0, cut).join(' '))
    if (first.length > 0) {
      return { subject: head, categories: first, relation: 'in', location: tail }
    }
    const last = categoriesNamed(folded.slice(cut).join(' '))
    if (last.length > 0) return { subject: tail, categories: last, relation: 'in', location: head }
  }
  return undefined
}
