import { allCandidates } from './candidates/candidates.ts'
import type { AddressComponents, ComponentSpan, Parse, ParseHints } from './components.ts'
import { parseEastAsian } from './east-asia/index.ts'
import { likelyCountries } from './evidence/country.ts'
import { bestLabellings } from './labelling/labelling.ts'
import { conventionsOf } from './tables/conventions.ts'
import { countryOfCode } from './tables/countries.ts'
import { annotate, tokenRuns } from './tokens/annotate.ts'
import { tokenize } from './tokens/tokens.ts'
import { weights } from './weights.ts'

/** A country is tried while so little less speaks for it than for the likeliest. */
const worthTrying = 4

/** The components of an address as they stand in the text; nothing is corrected or added. */
export function parseAddress(text: string, hints: ParseHints = {}): AddressComponents {
  return rankedParses(text, hints, 1)[0]?.components ?? {}
}

/** The `most` best readings that differ, best first; none where there is nothing to read. */
export function rankedParses(text: string, hints: ParseHints = {}, most = 1): Parse[] {
  const hint = hints.country && countryOfCode(hints.country.toUpperCase())
  const eastAsian = parseEastAsian(text, hint)
  if (eastAsian && eastAsian.spans.length > 0) {
    const spans = eastAsian.spans.sort((a, b) => a.start - b.start)
    const { country } = eastAsian
    return [{ components: componentsOf(text, spans), spans, country, score: spans.length }]
  }
  const annotated = annotate(text, hints.gazetteer)
  if (annotated.tokens.length === 0) return []
  const countries = likelyCountries(annotated, hint)
  const best = countries[0]![1]
  const found: Parse[] = []
  for (const [country, evidence] of countries) {
    if (evidence < best - worthTrying) break
    const conventions = conventionsOf(country)
    const candidates = allCandidates(annotated, conventions)
    for (const { chosen, score } of bestLabellings(
      annotated.tokens,
      candidates,
      conventions,
      most,
    )) {
      const spans = chosen.map(({ key, start, end }) => ({ key, start, end }))
      found.push({
        components: componentsOf(text, spans),
        spans,
        ...(country && { country }),
        score: score + weights.evidence * evidence,
      })
    }
  }
  found.sort((a, b) => b.score - a.score)
  return distinct(found).slice(0, most)
}

function componentsOf(text: string, spans: readonly ComponentSpan[]): AddressComponents {
  const components: AddressComponents = {}
  for (const { key, start, end } of spans) components[key] = text.slice(start, end)
  return components
}

function distinct(found: readonly Parse[]): Parse[] {
  const seen = new Set<string>()
  return found.filter(({ spans }) => {
    const key = spans.map((span) => `${span.key}${span.start}-${span.end}`).join()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Folded runs of words of a text that a gazetteer may know, at most 60. */
export function spansOf(text: string): string[] {
  const spans = new Set<string>()
  for (const [, , folded] of tokenRuns(tokenize(text))) {
    if (/\p{L}/u.test(folded)) spans.add(folded)
    if (spans.size === 60) break
  }
  return [...spans]
}
