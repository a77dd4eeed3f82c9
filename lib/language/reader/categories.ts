import { findCategoriesByWords } from '#places/categories'
import { numberIn } from './quantities.ts'
import type { RoledMention } from './roles.ts'
import type { LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

/** A kind of place in a sentence: tokens from `start` up to `end`. */
export interface CategoryMention {
  ids: readonly string[]
  start: number
  end: number
  /** Number of places asked for, in front of it. */
  size?: number
}

interface CategoryScan {
  tokens: readonly TextToken[]
  /** Tokens that are something else. */
  taken: readonly boolean[]
}

const maxWords = 4
/** A search returns at most this many. */
export const maxSize = 40

/** Kinds that are not part of a name: a mention is longer than its kind, `Hotel Plaza`. */
export function freeCategoriesIn(
  sentence: CategoryScan & { mentions: readonly RoledMention[] },
  rules: LanguageRules,
): CategoryMention[] {
  return categoriesIn(sentence, rules).filter(({ start, end }) =>
    sentence.mentions.every(
      (mention) =>
        mention.kind !== 'named' ||
        mention.end <= start ||
        end <= mention.start ||
        (!isTown(mention, rules) && start <= mention.start && mention.end <= end),
    ),
  )
}

export function categoriesIn(sentence: CategoryScan, rules: LanguageRules): CategoryMention[] {
  const { tokens, taken } = sentence
  const found: CategoryMention[] = []
  for (let at = 0; at < tokens.length; at++) {
    for (let end = Math.min(tokens.length, at + maxWords + 2); end > at; end--) {
      if (taken[at] || taken[end - 1]) continue
      const span = tokens.slice(at, end)
      if (span.some(({ kind, text }) => kind !== 'word' && text !== "'" && text !== '-')) continue
      const words = span.filter(({ kind }) => kind === 'word').map(({ text }) => text)
      // `in der` is no kind of place, though the table has `Inder`.
      if (words.every((word) => rules.words.function.has(word))) continue
      // `Code postal` asks for no post office.
      if (words.length === 1 && rules.words.postcode.has(words[0]!)) continue
      const ids =
        words.length <= maxWords && span.at(-1)!.kind === 'word' ? findCategoriesByWords(words) : []
      if (ids.length === 0) continue
      const size = sizeBefore(sentence, at, rules)
      found.push({ ids, start: at, end, ...(size && { size }) })
      at = end - 1
      break
    }
  }
  return found
}

/** `three` of `three cafés`, `4` of `4 good hotels`. */
function sizeBefore(
  { tokens }: Pick<CategoryScan, 'tokens'>,
  at: number,
  rules: LanguageRules,
): number | undefined {
  for (const token of [tokens[at - 1], tokens[at - 2]]) {
    if (token && rules.words.articles.has(token.text)) return undefined
    const value = numberIn(token, rules)
    if (value && Number.isInteger(value) && value <= maxSize) return value
  }
  return undefined
}

/** Whether a mention is a kind of place and nothing else; not `in Porto`, which is a marina in other languages. */
export function isCategory(
  mention: RoledMention,
  categories: readonly CategoryMention[],
  rules: LanguageRules,
): boolean {
  return (
    !isTown(mention, rules) &&
    categories.some(({ start, end }) => start <= mention.start && mention.end <= end)
  )
}

/** A word with a capital right behind a preposition, where kinds have small letters. */
export function isTown(
  { kind, tokens, start, roles }: RoledMention,
  { table, words }: LanguageRules,
) {
  const before = tokens[start - 1]
  return (
    kind === 'named' &&
    !table.capitalNouns &&
    tokens[start]!.isCapital &&
    roles.length > 0 &&
    before?.kind === 'word' &&
    !before.isCapital &&
    !words.articles.has(before.text)
  )
}
