import { namespaces } from '#places/gazetteer'
import { isStopWord, isStreetTypeWord, listOtherStreetTypes } from '#places/text'
import type { Alternative, QueryTerm } from '../interpret/query-term.ts'
import type { TermCache } from '../retrieve/term-cache.ts'
import { wordKeys } from '../retrieve/term-keys.ts'
import { partsOf, splitsOf } from './word-splits.ts'

/** Shorter words are not corrected by themselves, words from the second length on in two places. */
export const minCorrectedLength = 4
/** Words of this length are corrected beside another word of the index, for every second spelling is a word. */
const minLengthBesideWord = 3
export const minLengthForTwoEdits = 8
const maxCorrectedLength = 40
/** Words corrected in one query, and alternatives of each. */
const maxCorrectedTerms = 6
const maxSimilar = 8
/** Short words have more neighbours. */
const maxSimilarOfShort = 24
const maxLonger = 12

/** By number of edits. */
const similarQuality = [1, 0.8, 0.62] as const
/** A word that is in the index as typed was less likely mistyped. */
const knownFactor = 0.9
/** Of a word cut short. */
const longerQuality = 0.82
/** Of the word for this kind of street in another language. */
const otherLanguageQuality = 0.95
const maxOtherLanguages = 3
/** Of two words typed as one. */
const splitQuality = 0.85

/** Alternatives of query terms, by their text. */
export type Corrections = ReadonlyMap<string, readonly Alternative[]>

/**
 * Looks for corrections of the terms: words within one edit from 4 letters on (from 3 beside another content word
 * that is in the index, or to a street type) and two from 8 (figures are never corrected); words that begin with
 * the term; several words typed as one; words for the same kind of street in other languages. One round of reads.
 */
export async function findCorrections(
  cache: TermCache,
  terms: readonly QueryTerm[],
  { open = false } = {},
): Promise<Corrections> {
  const found = new Map<string, Alternative[]>()
  const limitsOf = correctionLimits(terms, (word) => isIndexedWord(cache, word))
  await Promise.all(
    termsToCorrect(cache, terms).map(async (term) => {
      const isKnown = isIndexedWord(cache, term.text)
      const [inOtherLanguages, similar, longer] = await Promise.all([
        lookUpWords(cache, wordsInOtherLanguages(cache, term)),
        lookUpWords(cache, similarWords(cache, term, { isKnown, ...limitsOf(term) })),
        open || !isKnown ? lookUpWords(cache, longerWords(cache, term)) : [],
        isKnown ? undefined : lookUpParts(cache, term.text),
      ])
      const commoner = commonerIn(cache, term, inOtherLanguages)
      found.set(term.text, [...commoner, ...similar, ...longer])
    }),
  )
  for (const [text, alternatives] of found) {
    await cache.pause()
    for (const words of splitsOf(text, (part) => isIndexedWord(cache, part))) {
      alternatives.push({ words, quality: splitQuality, edits: 1 })
    }
  }
  return found
}

/**
 * Reads what {@link findCorrections} will need, if a word must be corrected because no name has it: together
 * with the words as typed, while it is not known yet which of them the index has.
 */
export async function readCorrectionsAhead(
  cache: TermCache,
  terms: readonly QueryTerm[],
): Promise<void> {
  const { gazetteer } = cache
  const isName = (word: string) => gazetteer.hasWord(word)
  const correctable = terms.filter(isCorrectable)
  if (correctable.every(({ text, prefix }) => isName(text) || prefix)) return
  const limitsOf = correctionLimits(terms, isName)
  const neighbours = joinedNeighbours(terms).flatMap(({ word }) => wordKeys(word))
  await Promise.all([
    cache.lookUp(neighbours),
    ...correctable
      .slice(0, maxCorrectedTerms)
      .flatMap((term) => [
        lookUpWords(cache, wordsInOtherLanguages(cache, term)),
        lookUpWords(cache, similarWords(cache, term, { isKnown: false, ...limitsOf(term) })),
        ...(isName(term.text)
          ? []
          : [lookUpWords(cache, longerWords(cache, term)), lookUpParts(cache, term.text)]),
      ]),
  ])
}

interface CorrectionLimits {
  /** Letters that a term must have to be corrected. */
  minLength: number
  /** Another content word of the text is known, so that a short word may become any. */
  isBesideWord: boolean
}

function correctionLimits(
  terms: readonly QueryTerm[],
  isKnown: (word: string) => boolean,
): (term: QueryTerm) => CorrectionLimits {
  const known = terms.filter(({ content, text }) => content && isKnown(text))
  const minLength = terms.length > 1 ? minLengthBesideWord : minCorrectedLength
  return (term) => ({ minLength, isBesideWord: known.some((other) => other !== term) })
}

/** Unknown words first: they are probably the mistyped ones. */
function termsToCorrect(cache: TermCache, terms: readonly QueryTerm[]): QueryTerm[] {
  return terms
    .filter(isCorrectable)
    .sort((a, b) => Number(isIndexedWord(cache, a.text)) - Number(isIndexedWord(cache, b.text)))
    .slice(0, maxCorrectedTerms)
}

function isCorrectable({ text, optional }: QueryTerm): boolean {
  if (optional || text.length > maxCorrectedLength || text.includes(' ')) return false
  return [...text].length >= minLengthBesideWord && !/^\d+$/.test(text)
}

/** Looks up the words of alternatives as soon as they are found. */
async function lookUpWords(
  cache: TermCache,
  finding: Promise<readonly Alternative[]> | readonly Alternative[],
): Promise<readonly Alternative[]> {
  const alternatives = await finding
  await cache.lookUp(alternatives.flatMap(({ words }) => words.flatMap((word) => wordKeys(word))))
  return alternatives
}

/** Looks up the words that a word may consist of. */
function lookUpParts(cache: TermCache, text: string): Promise<void> {
  return cache.once(`parts ${text}`, async () => {
    const parts = partsOf(text, (part) => cache.gazetteer.hasWord(part))
    await cache.lookUp(Array.from(parts, (part) => `${namespaces.word}:${part}`))
  })
}

/** The term with its corrections as further alternatives. */
export function withCorrections(term: QueryTerm, corrections: Corrections): QueryTerm {
  const more = corrections.get(term.text)
  return more?.length ? { ...term, alternatives: [...term.alternatives, ...more] } : term
}

/** Neighbouring words that may be one word of the index. */
export function joinedNeighbours(terms: readonly QueryTerm[]): { at: number; word: string }[] {
  return terms
    .slice(1, maxCorrectedTerms)
    .map(({ text }, i) => ({ at: i, word: terms[i]!.text + text }))
}

export function isIndexedWord(cache: TermCache, word: string): boolean {
  return wordKeys(word).some((key) => cache.term(key))
}

async function similarWords(
  cache: TermCache,
  { text, prefix }: QueryTerm,
  { isKnown, minLength, isBesideWord }: CorrectionLimits & { isKnown: boolean },
): Promise<Alternative[]> {
  const length = [...text].length
  const isShort = length < minCorrectedLength
  if (length < minLength || (isShort && prefix) || /\d/.test(text)) return []
  const edits = length >= minLengthForTwoEdits ? 2 : 1
  const limit = isShort ? maxSimilarOfShort : maxSimilar
  const similar = await cache.similar(text, { edits, prefix, limit })
  for (const { term } of similar) cache.add(term)
  return (
    similar
      // The town of Lens is not the article `les`.
      .filter(({ term, edits }) => edits > 0 && !isStopWord(term.key.slice(2)))
      // `rau 28` is a street, `xyz 28` is nothing.
      .filter(({ term }) => !isShort || isBesideWord || isStreetTypeWord(term.key.slice(2)))
      .map(({ term, edits }) => ({
        words: [term.key.slice(2)],
        quality: similarQuality[edits]! * (isKnown ? knownFactor : 1),
        edits,
      }))
  )
}

/** `Calle Mayor` is `Carrer Major` on the map. */
function wordsInOtherLanguages(
  { gazetteer }: TermCache,
  { text, prefix }: QueryTerm,
): readonly Alternative[] {
  if (prefix) return []
  return listOtherStreetTypes(text)
    .filter((word) => gazetteer.hasWord(word))
    .map((word) => ({ words: [word], quality: otherLanguageQuality, edits: 1 }))
}

/** Those that more names have than the word as typed: where the map calls streets so, it is meant. */
function commonerIn(
  cache: TermCache,
  { text }: QueryTerm,
  alternatives: readonly Alternative[],
): readonly Alternative[] {
  const countOf = (word: string) => cache.countOf(`${namespaces.word}:${word}`)
  const typed = countOf(text)
  return alternatives
    .map((alternative) => ({ alternative, count: countOf(alternative.words[0]!) }))
    .filter(({ count }) => count > typed)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxOtherLanguages)
    .map(({ alternative }) => alternative)
}

/** Words that begin with the term, which may have been cut short. */
function longerWords(cache: TermCache, { text, prefix }: QueryTerm): readonly Alternative[] {
  if (prefix) return []
  return cache.gazetteer
    .wordsWithPrefix(text, maxLonger)
    .filter((word) => word !== text && !isStopWord(word))
    .map((word) => ({ words: [word], quality: longerQuality, edits: 1 }))
}
