import { findNameLanguages } from '#places/categories'
import { fold } from '#places/text'
import type { Phrases } from './phrases.ts'
import { type ReaderLanguage, readerLanguages } from './reading.ts'
import { allRules, isKnown } from './rules.ts'
import { type TextToken, tokensOf } from './tokens.ts'

/**
 * The language whose words a text has most of. A word counts less the more languages have it, and much less with a
 * capital inside a sentence, where it is likely a name: `Place de la Visitation` in an English sentence. English
 * where nothing tells.
 */
export function languageOf(text: string): ReaderLanguage {
  const rules = allRules()
  const tokens = tokensOf(text)
  const scores = rules.map(({ travel, things }) => phraseScore(tokens, [travel, things]))
  for (const { word, weight, isInner } of evidenceIn(text)) {
    const holders = rules.flatMap((of, i) => (isKnown(word, of) ? [i] : []))
    for (const i of holders) {
      const { words, glue, table } = rules[i]!
      const isCommon = [words.function, words.articles, glue].some((set) => set.has(word))
      const isNoun = isInner && table.capitalNouns && holders.length === 1
      const own = isNoun ? weightOfNoun : weight
      scores[i]! += (own * (isCommon ? 1 : 0.8)) / holders.length
    }
    const named = readersOfName(word)
    for (const i of named) scores[i]! += (weight * 0.8) / named.length
  }
  rules.forEach(({ table }, i) => {
    for (const letter of table.letters) {
      if (!text.includes(letter)) continue
      if (!/\p{L}/u.test(letter)) scores[i]! += 2
      else {
        // A letter of the language in a small-letter word; names have foreign letters.
        const words = text.match(smallWord)?.filter((word) => word.includes(letter)) ?? []
        scores[i]! += 0.3 * Math.min(3, words.length)
      }
    }
  })
  const best = Math.max(...scores)
  const english = scores[rules.findIndex(({ language }) => language === 'en')]!
  if (best < clearScore && english > best * nearlyAsGood) return 'en'
  return best > 0 ? rules[scores.indexOf(best)]!.language : 'en'
}

/** Phrases of several words, such as `a pie`, which say more than their words alone. */
function phraseScore(tokens: readonly TextToken[], tables: readonly Phrases[]): number {
  const phrases = tables.flatMap((table) => table.in(tokens))
  return phrases.some(({ start, end }) => end - start > 1) ? weightOfPhrase : 0
}

/** The score of one and a half words that only one language has; with less, English is as likely. */
const clearScore = 1.5
const nearlyAsGood = 0.7

/** A word; in the group if it begins a sentence. */
const wordPattern = /(?<=(?:^|[.!?\n¿¡"]) *)(\p{L}[\p{L}\p{M}]*)|\p{L}[\p{L}\p{M}]*/gu

function evidenceIn(text: string): { word: string; weight: number; isInner: boolean }[] {
  const small = smallWordsOfNames()
  const found = Array.from(text.matchAll(wordPattern), ({ 0: word, 1: initial, index }) => ({
    word: fold(word),
    isShort: /^[^aeiouy]$/i.test(word) && text[index + 1] !== "'",
    isCapital: /^\p{Lu}/u.test(word),
    isInitial: initial !== undefined && !leadsOn.test(text.slice(index + word.length)),
  }))
  return found.map(({ word, isShort, isCapital, isInitial }, i) => {
    const isOfName = (isCapital && !isInitial) || (small.has(word) && isBetweenNames(i))
    return {
      word,
      weight: isOfName ? weightInName : isShort ? weightOfLetter : 1,
      isInner: isCapital && !isInitial,
    }
  })

  function isName(word: (typeof found)[number] | undefined): boolean {
    return word?.isCapital === true && !word.isInitial
  }

  /** `de la` in `Pas de la Casa`. */
  function isBetweenNames(at: number): boolean {
    let [from, to] = [at, at]
    while (from > 0 && at - from < 3 && small.has(found[from]!.word) && !found[from]!.isCapital)
      from--
    while (to < found.length && to - at < 3 && small.has(found[to]!.word) && !found[to]!.isCapital)
      to++
    return isName(found[from]) && isName(found[to])
  }
}

const smallWord = /(?<!\p{L})\p{Ll}+(?!\p{L})/gu

/** What stands behind the first place of a way, or inside it: `Ordino - Arans`, `Monte-Carlo`. */
const leadsOn = /^(?:-\p{Lu}| *(?:[-–—] |[-=]*>|→))/u

const weightInName = 0.1
/** A word of the only language that writes nouns with capitals, which no other language has: `(Fahrrad)`. */
const weightOfNoun = 0.6
const weightOfPhrase = 0.5
/** A consonant alone is a short form in most languages: `d oodi`. */
const weightOfLetter = 0.4

/** Which of the languages have a word for a kind of places: `Apotheke`, `bakeries`. */
function readersOfName(word: string): number[] {
  const languages: readonly string[] = findNameLanguages(word)
  return readerLanguages.flatMap((language, i) => (languages.includes(language) ? [i] : []))
}

let smallWords: ReadonlySet<string> | undefined

/** Small words that names of any language have. */
function smallWordsOfNames(): ReadonlySet<string> {
  smallWords ??= new Set(allRules().flatMap(({ words }) => [...words.connectors]))
  return smallWords
}
