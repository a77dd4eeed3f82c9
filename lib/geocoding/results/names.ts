import { alpha2Of } from '../country-codes.ts'

interface Named {
  name: string
  names: Readonly<Record<string, string>>
}

/** The name in the first of the languages that it is known in, else the local name. */
export function nameIn({ name, names }: Named, languages: readonly string[]): string {
  for (const language of languages) {
    const known = lookUp(names, language)
    if (known) return known
  }
  return name
}

/** BCP 47 lookup: the tag, then the tag without its last subtag, and so on. */
function lookUp(names: Readonly<Record<string, string>>, language: string): string | undefined {
  const keys = Object.keys(names)
  if (keys.length === 0) return undefined
  for (const range of rangesOf(language)) {
    const key = keys.find((key) => key.toLowerCase() === range)
    if (key) return names[key]
  }
  return undefined
}

const ranges = new Map<string, string[]>()

/** `zh-TW` gives `zh-tw`, `zh-hant-tw`, `zh-hant`, `zh`: names are mapped by script, not by territory. */
function rangesOf(language: string): string[] {
  const known = ranges.get(language)
  if (known) return known
  const tag = language.toLowerCase()
  const likely = new Intl.Locale(language).maximize().toString().toLowerCase()
  const all = [...new Set([...truncations(tag), ...truncations(likely), tag.split('-')[0]!])].sort(
    (a, b) => b.split('-').length - a.split('-').length,
  )
  // Tags come from callers, so their number is unlimited.
  if (ranges.size > 1000) ranges.clear()
  ranges.set(language, all)
  return all
}

function truncations(tag: string): string[] {
  const subtags = tag.split('-')
  return subtags.map((_, i) => subtags.slice(0, subtags.length - i).join('-'))
}

const displays = new Map<string, Intl.DisplayNames>()

/**
 * The name of a country in the first of the languages that it is known in, else in English; undefined
 * for an unknown code.
 */
export function countryNameIn(alpha3: string, languages: readonly string[]): string | undefined {
  const alpha2 = alpha2Of(alpha3)
  if (!alpha2) return undefined
  for (const language of [...languages, 'en']) {
    const name = displayOf(language)?.of(alpha2)
    if (name) return name
  }
  return undefined
}

function displayOf(language: string): Intl.DisplayNames | undefined {
  if (Intl.DisplayNames.supportedLocalesOf(language).length === 0) return undefined
  let display = displays.get(language)
  if (!display) {
    display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    if (displays.size > 100) displays.clear()
    displays.set(language, display)
  }
  return display
}
