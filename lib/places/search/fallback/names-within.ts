import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import { isContent } from '../interpret/word-weight.ts'
import { firstDocIds } from '../retrieve/posting-iterator.ts'
import { addHits, type Hits } from '../retrieve/retrieve.ts'
import type { TermCache } from '../retrieve/term-cache.ts'
import { nameKey } from '../retrieve/term-keys.ts'
import { isIndexedWord } from './corrections.ts'

/** Words of a name, and names tried in one text. */
const maxNameWords = 4
const maxNames = 12

/**
 * Adds the most important place of each name within the text, the last names first: so the town is known that
 * the text states, also where places of other words are too many to reach it.
 */
export async function addNamesWithin(
  cache: TermCache,
  interpretation: Interpretation,
  hits: Hits,
): Promise<void> {
  const names = namesWithin(interpretation.terms, ({ text }) => isIndexedWord(cache, text))
  const keys = names.map((terms) => nameKey({ terms }))
  await cache.lookUpAndRead(keys)
  for (const [i, terms] of names.entries()) {
    const named = cache.iterate(keys[i]!, true)
    if (!named) continue
    const { docIds } = firstDocIds(named, 1, cache.readOptions)
    addHits(hits, docIds, { interpretation, trusted: new Set(terms) })
  }
}

/** Letters and digits of a postcode, at least. */
const minPostcodeLength = 4

/** Runs of words that a name of the index may be: not the whole text, and with figures in all words or in none. */
function namesWithin(
  terms: readonly QueryTerm[],
  isKnown: (term: QueryTerm) => boolean,
): QueryTerm[][] {
  const usable = terms.map(isKnown)
  const names: QueryTerm[][] = []
  for (let end = terms.length; end > 0; end--) {
    const hasFigures = /\d/.test(terms[end - 1]!.text)
    for (let first = end - 1; first >= Math.max(0, end - maxNameWords) && usable[first]; first--) {
      if (/\d/.test(terms[first]!.text) !== hasFigures) break
      const name = terms.slice(first, end)
      const mayBeName = hasFigures ? isPostcode(name) : name.some(({ text }) => isContent(text))
      if (name.length < terms.length && mayBeName) names.push(name)
    }
  }
  return names.slice(0, maxNames)
}

function isPostcode(terms: readonly QueryTerm[]): boolean {
  return terms.reduce((length, { text }) => length + text.length, 0) >= minPostcodeLength
}
