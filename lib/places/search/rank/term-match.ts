import type { Place } from '#places/gazetteer'
import type { Alternative, QueryTerm } from '../interpret/query-term.ts'
import type { FormPart, NameTokens, PlaceTokens } from './place-tokens.ts'

/** How a place matches one query term. */
export interface TermMatch {
  /** 0 to 1. */
  quality: number
  edits: number
  /** Index of the matched word in the name; -1 for a match by surroundings, -2 by category. */
  index: number
  /** Number of words of the name that are matched, from `index` on. */
  span: number
  /** Share of the name's word that is matched. */
  share: number
  /** Further words of the name, when the term has several. */
  also?: FormPart[]
  /** By the word itself, not by a form of it. */
  literal?: boolean
  /** By the beginning of a word. */
  prefix?: boolean
}

const contextIndex = -1
const categoryIndex = -2

/** A name that has the word ranks before a place of the category. */
const categoryQuality = 0.85
const minPrefixQuality = 0.9
/** Times the typed share of the word: a prefix always counts less than the word in full. */
const prefixShareBonus = (1 - minPrefixQuality) * 0.8
/** Surroundings count a little less than the own name. */
const contextQuality = 0.97
/** Less for areas that the label does not name: a namesake in the town itself ranks before. */
const otherAreaQuality = 0.94
/** Words of many languages begin alike, so prefixes of surroundings count much less. */
const minContextPrefixQuality = 0.7
/** Times the typed share of the word. */
const contextPrefixShareBonus = 0.25
/** The typed word is another form of the name's word. */
const formOfNameFactor = 0.97

export function isByCategory(match: TermMatch | undefined): boolean {
  return match?.index === categoryIndex
}

/** The match of the higher quality; the first of two equal ones. */
export function betterMatch(
  a: TermMatch | undefined,
  b: TermMatch | undefined,
): TermMatch | undefined {
  if (!a || !b) return a ?? b
  return b.quality > a.quality ? b : a
}

/** Matches a term with the words of a name; of a word that is repeated with the one `from` an index on. */
export function matchInName(
  term: QueryTerm,
  name: NameTokens,
  from: number,
): TermMatch | undefined {
  if (term.role === 'where') return undefined
  let best: TermMatch | undefined
  for (const alternative of term.alternatives) {
    if (best && best.quality >= alternative.quality) continue
    best = betterMatch(best, matchAlternative(alternative, name, from))
  }
  if (!term.prefix || (best && best.quality >= minPrefixQuality)) return best
  return matchPrefix(term.text, name) ?? best
}

function matchAlternative(
  { words, quality, edits }: Alternative,
  name: NameTokens,
  from: number,
): TermMatch | undefined {
  let match: TermMatch | undefined
  for (const word of words) {
    const next = name.words.indexOf(word, from)
    const index = next < 0 && from > 0 ? name.words.indexOf(word) : next
    const part = index < 0 ? name.forms.get(word) : { index, span: 1, share: 1 }
    if (!part) return undefined
    const wordQuality = index < 0 ? quality * formOfNameFactor : quality
    if (!match) {
      match = { quality: wordQuality, edits, ...part, literal: quality === 1 && index >= 0 }
    } else {
      match.quality = Math.min(match.quality, wordQuality)
      match.also = [...(match.also ?? []), part]
    }
  }
  return match
}

function matchPrefix(prefix: string, name: NameTokens): TermMatch | undefined {
  const index = name.words.findIndex((word) => word.startsWith(prefix))
  if (index >= 0) {
    const share = prefix.length / name.words[index]!.length
    const quality = minPrefixQuality + prefixShareBonus * share
    return { quality, edits: 0, index, span: 1, share: 1, literal: true, prefix: true }
  }
  for (const [form, part] of name.forms) {
    if (form.startsWith(prefix)) {
      return { quality: minPrefixQuality, edits: 0, ...part, prefix: true }
    }
  }
  return undefined
}

/** Matches a term with the category of a place or with words of its surroundings. */
export function matchOutsideName(
  term: QueryTerm,
  { categories }: Place,
  { context, otherAreas }: PlaceTokens,
): TermMatch | undefined {
  if (term.categories.some((category) => categories.includes(category))) {
    return { quality: categoryQuality, edits: 0, index: categoryIndex, span: 0, share: 0 }
  }
  if (term.role === 'name') return undefined
  for (const { words, quality, edits } of term.alternatives) {
    if (hasAll(context, words)) return inContext(quality * contextQuality, edits)
    if (hasAll(otherAreas, words)) return inContext(quality * otherAreaQuality, edits)
  }
  return undefined
}

/** Whether one of the sets has all words. */
function hasAll(sets: readonly ReadonlySet<string>[], words: readonly string[]): boolean {
  for (const set of sets) if (words.every((word) => set.has(word))) return true
  return false
}

/** Matches an unfinished term with the beginning of a word of the surroundings. */
export function matchPrefixOutsideName(
  { text, role }: QueryTerm,
  { context, otherAreas }: PlaceTokens,
): TermMatch | undefined {
  if (role === 'name') return undefined
  const word = wordWithPrefix(context, text) ?? wordWithPrefix(otherAreas, text)
  if (word === undefined) return undefined
  const share = text.length / word.length
  const quality = minContextPrefixQuality + contextPrefixShareBonus * share
  return { ...inContext(quality, 0), prefix: true }
}

function wordWithPrefix(sets: readonly ReadonlySet<string>[], prefix: string): string | undefined {
  for (const set of sets) for (const word of set) if (word.startsWith(prefix)) return word
  return undefined
}

function inContext(quality: number, edits: number): TermMatch {
  return { quality, edits, index: contextIndex, span: 0, share: 0 }
}
