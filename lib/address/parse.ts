import { candidatesOf } from './candidates.ts'
import type { AddressComponents, Parse, ParseHints, Piece } from './components.ts'
import { countryOfCode } from './countries.ts'
import { likelyCountries } from './country-evidence.ts'
import { parseEastAsian } from './east-asia/index.ts'
import { habitsOf } from './habits.ts'
import { bestLabellings } from './labelling.ts'
import { readingOf, spansOfTokens } from './reading.ts'
import { tokensOf } from './tokens.ts'
import { weights } from './weights.ts'

/** A country is tried while so little less speaks for it than for the likeliest. */
const worthTrying = 4

/** The components of an address as they stand in the text; nothing is corrected or added. */
export function parseAddress(text: string, hints: ParseHints = {}): AddressComponents {
  return parses(text, hints, 1)[0]?.components ?? {}
}

/** The `most` best readings that differ, best first; none where there is nothing to read. */
export function parses(text: string, hints: ParseHints = {}, most = 1): Parse[] {
  const hint = hints.country && countryOfCode(hints.country.toUpperCase())
  const eastAsian = parseEastAsian(text, hint)
  if (eastAsian && eastAsian.pieces.length > 0) {
    const pieces = eastAsian.pieces.sort((a, b) => a.start - b.start)
    const { country } = eastAsian
    return [{ components: componentsOf(text, pieces), pieces, country, score: pieces.length }]
  }
  const reading = readingOf(text, hints.gazetteer)
  if (reading.tokens.length === 0) return []
  const countries = likelyCountries(reading, hint)
  const best = countries[0]![1]
  const found: Parse[] = []
  for (const [country, evidence] of countries) {
    if (evidence < best - worthTrying) break
    const habits = habitsOf(country)
    const candidates = candidatesOf(reading, habits)
    for (const { chosen, score } of bestLabellings(reading.tokens, candidates, habits, most)) {
      const pieces = chosen.map(({ key, start, end }) => ({ key, start, end }))
      found.push({
        components: componentsOf(text, pieces),
        pieces,
        ...(country && { country }),
        score: score + weights.evidence * evidence,
      })
    }
  }
  found.sort((a, b) => b.score - a.score)
  return distinct(found).slice(0, most)
}

function componentsOf(text: string, pieces: readonly Piece[]): AddressComponents {
  const components: AddressComponents = {}
  for (const { key, start, end } of pieces) components[key] = text.slice(start, end)
  return components
}

function distinct(found: readonly Parse[]): Parse[] {
  const seen = new Set<string>()
  return found.filter(({ pieces }) => {
    const key = pieces.map((piece) => `${piece.key}${piece.start}-${piece.end}`).join()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Folded runs of words of a text that a gazetteer may know, at most 60. */
export function spansOf(text: string): string[] {
  const spans = new Set<string>()
  for (const [, , folded] of spansOfTokens(tokensOf(text))) {
    if (/\p{L}/u.test(folded)) spans.add(folded)
    if (spans.size === 60) break
  }
  return [...spans]
}
