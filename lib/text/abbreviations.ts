import { type LanguageWords, languages } from './languages/index.ts'

const kindsOfLine = ['streetTypes', 'directions', 'titles', 'words'] as const

interface Expansion {
  words: readonly string[]
  /** Only when a point or a slash follows; letters for a street type also at the beginning. */
  pointed: boolean
  kind: (typeof kindsOfLine)[number]
}

const expansions = new Map<string, Expansion[]>()
const types = new Map<string, string[]>()
const compass = new Map<string, string[]>()

for (const language of languages) {
  for (const kind of kindsOfLine) {
    for (const { full, short } of linesOf(language[kind])) {
      for (const written of short) addExpansion(full, written, kind)
      if (kind === 'streetTypes') for (const word of [full, ...short]) note(types, word, language)
      if (kind === 'directions') for (const word of [full, ...short]) note(compass, word, language)
    }
  }
}

function* linesOf(lines = ''): Generator<{ full: string; short: string[] }> {
  for (const line of lines.split('\n')) {
    const [full = '', short = ''] = line.split(':')
    if (full !== '') yield { full, short: short.split(' ').filter(Boolean) }
  }
}

function addExpansion(full: string, written: string, kind: Expansion['kind']): void {
  const pointed = written.endsWith('.')
  const key = pointed ? written.slice(0, -1) : written
  const known = expansions.get(key) ?? []
  const same = known.find(({ words }) => words.join(' ') === full)
  if (same) same.pointed &&= pointed
  else known.push({ words: full.split(' '), pointed, kind })
  expansions.set(key, known)
}

function note(table: Map<string, string[]>, word: string, { language }: LanguageWords): void {
  const key = word.replace(/\.$/, '')
  const known = table.get(key) ?? []
  if (!known.includes(language)) known.push(language)
  table.set(key, known)
}

/**
 * What a folded word may be short for, each in words; empty for most. At the beginning of a text saint
 * comes before street and doctor before drive.
 */
export function expansionsOf(
  text: string,
  place: { pointed: boolean; first: boolean },
): (readonly string[])[] {
  const found = expansions.get(text)
  if (!found) return []
  const alone = place.first && text.length === 1
  const fitting = found.filter(
    ({ pointed, kind }) => !pointed || place.pointed || (alone && kind === 'streetTypes'),
  )
  const isTitle = ({ kind }: Expansion) => Number(kind === 'titles')
  if (place.first) fitting.sort((a, b) => isTitle(b) - isTitle(a))
  return fitting.map(({ words }) => words)
}

/**
 * Words that say what kind of street it is, in full and short, folded, with the languages (ISO 639-1)
 * they are of; some are two words (`zone industrielle`).
 */
export const streetTypes: ReadonlyMap<string, readonly string[]> = types

/** Whether a folded word is one of {@link streetTypes}. */
export function isStreetTypeWord(text: string): boolean {
  return types.has(text)
}

/** Points of the compass in words and letters, folded, with their languages. */
export const directionals: ReadonlyMap<string, readonly string[]> = compass
