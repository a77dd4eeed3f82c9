import { categoriesOfWords } from '../../categories/index.ts'
import { editDistance } from '../../geocoding/index.ts'
import { isInitial } from './letter-case.ts'
import { type IsName, knownSpans } from './name-candidates.ts'
import { isKnownAnywhere, type LanguageRules } from './tables.ts'
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
    (words) => words.every(Boolean) && categoriesOfWords(words).length > 0,
  )
}

/** Behind a capital and before a mark or another capital a small word is likely one of the name: `Musée naval`. */
function endsName(tokens: readonly TextToken[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  return before?.isCapital === true && !isInitial(tokens, at - 1) && !after?.isCapital
}

function nearestWord(word: string, rules: LanguageRules): string | undefined {
  const found = new Set<string>()
  for (const form of formsOf(word))
    for (const known of wordsByForm(rules).get(form) ?? []) {
      // A letter for another one makes other words too often: `tiles`, `times`.
      const isLikely =
        isGlue(known) ||
        (word.length > minLetters && (known.length !== word.length || isSwap(word, known))) ||
        word.length >= longWord
      if (isLikely && editDistance(word, known, 1) !== undefined) found.add(known)
    }
  const [first] = [...found].sort((a, b) => Number(rank(b)) - Number(rank(a)))
  return first

  function rank(known: string): boolean {
    return isGlue(known) || known.length > word.length
  }
  function isGlue(known: string): boolean {
    return rules.glue.has(known)
  }
}

/** The same letters in another order. */
const isSwap = (a: string, b: string) => [...a].sort().join() === [...b].sort().join()

/** A word and all that it is without one letter: two words one edit apart share one of these. */
function formsOf(word: string): string[] {
  return [word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))]
}

const forms = new Map<LanguageRules, Map<string, string[]>>()

function wordsByForm(rules: LanguageRules): Map<string, string[]> {
  let index = forms.get(rules)
  if (!index) {
    index = new Map()
    for (const word of rules.vocabulary) {
      if (word.length < minLetters) continue
      for (const form of formsOf(word)) {
        const list = index.get(form)
        if (list) list.push(word)
        else index.set(form, [word])
      }
    }
    forms.set(rules, index)
  }
  return index
}
