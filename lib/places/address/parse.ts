import { collectCandidates } from './candidates/candidates.ts'
import type { AddressComponents, ComponentSpan, Parse, ParseHints } from './components.ts'
import { parseEastAsian } from './east-asia/index.ts'
import { rankCountries } from './evidence/country.ts'
import { findBestLabellings } from './labelling/labelling.ts'
import { findConventions } from './tables/conventions.ts'
import { findCountryByCode } from './tables/country-names.ts'
import { annotate } from './tokens/annotate.ts'
import { decodeEntities } from './tokens/entities.ts'
import { weights } from './weights.ts'

/**
 * Parses an address into its components. Values are spans of the text with its HTML entities decoded; nothing is
 * corrected or added.
 */
export function parseAddress(text: string, hints: ParseHints = {}): AddressComponents {
  return rankParses(text, hints, 1)[0]?.components ?? {}
}

/** Returns the best distinct parses, best first; an empty list for a text without tokens. */
export function rankParses(input: string, hints: ParseHints = {}, max = 1): Parse[] {
  const text = decodeEntities(input)
  const hint = hints.country && findCountryByCode(hints.country.toUpperCase())
  const eastAsian = parseEastAsian(text, hint)
  if (eastAsian && eastAsian.spans.length > 0) {
    const spans = eastAsian.spans.toSorted((a, b) => a.start - b.start)
    return [makeParse(text, spans, eastAsian.country, spans.length)]
  }
  const annotated = annotate(text)
  if (annotated.tokens.length === 0) return []
  const parses = rankCountries(annotated, hint).flatMap(({ country, score: evidence }) => {
    const conventions = findConventions(country)
    const candidates = collectCandidates(annotated, conventions)
    return findBestLabellings(annotated.tokens, candidates, conventions, max).map(
      ({ chosen, score }) => {
        const spans = chosen.map(({ key, start, end }) => ({ key, start, end }))
        return makeParse(text, spans, country, score + weights.evidence * evidence)
      },
    )
  })
  parses.sort((a, b) => b.score - a.score)
  return removeDuplicates(parses).slice(0, max)
}

function makeParse(
  text: string,
  spans: readonly ComponentSpan[],
  country: string,
  score: number,
): Parse {
  const components: AddressComponents = {}
  for (const { key, start, end } of spans) components[key] = text.slice(start, end)
  return { text, components, spans, country, score }
}

function removeDuplicates(parses: readonly Parse[]): Parse[] {
  const seen = new Set<string>()
  return parses.filter(({ spans }) => {
    const key = spans.map((span) => `${span.key}${span.start}-${span.end}`).join()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
