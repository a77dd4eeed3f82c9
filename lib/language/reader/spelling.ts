import { findCategoriesByWords } from '#places/categories'
import { SimilarTexts } from '#places/search'
import { isInitial } from './letter-case.ts'
import { type IsName, knownSpans } from './name-candidates.ts'
import { isKnownAnywhere, type LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

/** Shorter words are as likely another word as a slip. */
const minLetters = 4

/** In a text without capitals shorter words are as likely names. */
const minUncased = 6

/** A long word is no other one by one letter. */
const longWord = 8

/**
 * Tokens whose words are read as those of the language: short forms of chats (`frm`, `d`), and in a text with capitals
 * also words with one slip (`betwen`, `asta`). Only what is compared changes; names keep their letters.
 */
export function respelled(
  tokens: readonly TextToken[],
  rules: LanguageRules,
  { isCased, isName }: { isCased: boolean; isName?: IsName | undefined },
): readonly TextToken[] {
  const isChat = tokens.some((token) => isShort(token, rules))
  const names = isCased || !isName ? [] : knownSpans(tokens, isName)
  // In small letters a word may be a name, unless the names are known.
  const mayBeSlip = (at: number) =>
    isCased ||
    (isName !== undefined &&
      tokens[at]!.text.length >= minUncased &&
      !names.some(({ start, end }) => start <= at && at < end))
  return tokens.map((token, i) => {
    const slip = () => (mayBeSlip(i) ? slipOf(tokens, i, rules) : undefined)
    const text = isChat ? (shortForm(tokens, i, rules) ?? slip()) : slip()
    return text === undefined ? token : { ...token, kind: 'word' as const, text }
  })
}

const isShort = ({ kind, text, isCapital }: TextToken, { table }: LanguageRules) =>
  kind === 'word' && !isCapital && text in table.short

function shortForm(
  tokens: readonly TextToken[],
  at: number,
  { table, measures }: LanguageRules,
): string | undefined {
  const { kind, text, isCapital } = tokens[at]!
  const after = tokens[at + 1]
  const isPart = after?.text === "'" || tokens[at - 1]?.text === "'"
  if (isPart || isCapital || !Object.hasOwn(table.short, text)) return undefined
  // `2 Stade` leads to it; `2 km` does not.
  if (kind === 'number' && (after?.kind !== 'word' || measures.has(after.text))) return undefined
  return table.short[text]
}

function slipOf(
  tokens: readonly TextToken[],
  at: number,
  rules: LanguageRules,
): string | undefined {
  const { kind, text, isCapital } = tokens[at]!
  // Nouns of German have capitals as names have.
  const isNoun = isCapital && rules.table.capitalNouns && text.length >= longWord
  if (kind !== 'word' || text.length < minLetters) return undefined
  if (isCapital && !isNoun) return undefined
  if (
    isKnownAnywhere(text) ||
    rules.timeWords.has(text) ||
    rules.asking.has(text) ||
    isOfKind(tokens, at) ||
    rules.words.connectors.has(text) ||
    endsName(tokens, at)
  )
    return undefined
  return nearestWord(text, rules)
}

/** Whether a word is a kind of place, alone or with its neighbour: `italienische Restaurants`. */
function isOfKind(tokens: readonly TextToken[], at: number): boolean {
  const text = (i: number) => tokens[i]?.text ?? ''
  return [[text(at)], [text(at), text(at + 1)], [text(at - 1), text(at)]].some(
    (words) => words.every(Boolean) && findCategoriesByWords(words).length > 0,
  )
}

/** Behind a capital and before a mark or another capital a small word is likely one of the name: `Musée naval`. */
function endsName(tokens: readonly TextToken[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  return before?.isCapital === true && !isInitial(tokens, at - 1) && !after?.isCapital
}

function nearestWord(word: string, rules: LanguageRules): string | undefined {
  const isGlue = (known: string) => rules.glue.has(known)
  const found = wordsOf(rules)
    .within(word, 1)
    .filter(
      (known) =>
        // A letter for another one makes other words too often: `tiles`, `times`.
        isGlue(known) ||
        (word.length > minLetters && (known.length !== word.length || isSwap(word, known))) ||
        word.length >= longWord,
    )
  const rank = (known: string) => Number(isGlue(known) || known.length > word.length)
  const [first] = found.sort((a, b) => rank(b) - rank(a) || firstSlip(word, a) - firstSlip(word, b))
  return first
}

/** The first letter of a word without which it is another one, or that one is without a letter; -1 for none. */
function firstSlip(word: string, known: string): number {
  if (known.length > word.length) return -1
  let at = 0
  while (at < known.length && word[at] === known[at]) at++
  // Of two letters that are the same either may be the one too many.
  while (at > 0 && word[at - 1] === word[at]) at--
  return at
}

/** The same letters in another order. */
const isSwap = (a: string, b: string) => [...a].sort().join() === [...b].sort().join()

const ready = new Map<LanguageRules, SimilarTexts>()

/** Words of a table that others may be slips of. */
function wordsOf(rules: LanguageRules): SimilarTexts {
  let words = ready.get(rules)
  if (!words) {
    words = new SimilarTexts(
      Array.from(rules.vocabulary).filter(({ length }) => length >= minLetters),
    )
    ready.set(rules, words)
  }
  return words
}
