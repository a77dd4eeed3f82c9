import { alpha2Of } from '../country-codes.ts'

/** Names by language; `name` is the local one. */
interface Named {
  name: string
  names: Readonly<Record<string, string>>
}

/** The name in the first language that has one, else the local name. */
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

/** Caches are cleared at these sizes, because tags come from callers without limit. */
const maxCachedRanges = 1000
const maxCachedDisplays = 100

const ranges = new Map<string, string[]>()

/**
 * Language ranges to try, longest first: `zh-hant-tw`, `zh-tw`, `zh-hant`, `zh` for `zh-TW`, because
 * names are given by script, not by territory.
 */
function rangesOf(language: string): string[] {
  const cached = ranges.get(language)
  if (cached) return cached
  const tag = language.toLowerCase()
  const likely = new Intl.Locale(language).maximize().toString().toLowerCase()
  const all = [...new Set([...truncations(tag), ...truncations(likely), tag.split('-')[0]!])].sort(
    (a, b) => b.split('-').length - a.split('-').length,
  )
  if (ranges.size > maxCachedRanges) ranges.clear()
  ranges.set(language, all)
  return all
}

function truncations(tag: string): string[] {
  const subtags = tag.split('-')
  return subtags.map((_, i) => subtags.slice(0, subtags.length - i).join('-'))
}

const displays = new Map<string, Intl.DisplayNames>()

/**
 * A country's name in the first language that has one, else in English; undefined for an unknown code.
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
    if (displays.size > maxCachedDisplays) displays.clear()
    displays.set(language, display)
  }
  return display
}
