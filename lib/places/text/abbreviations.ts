import { type Abbreviations, type LanguageWords, languages } from './languages.ts'

const kinds = [
  'streetTypes',
  'directions',
  'titles',
  'words',
] as const satisfies readonly (keyof LanguageWords)[]

interface Expansion {
  words: readonly string[]
  /** Whether it applies only before a dot or a slash; one letter for a street type also at the beginning of a text. */
  dotted: boolean
  kind: (typeof kinds)[number]
}

const expansions = new Map<string, Expansion[]>()
const languagesByStreetType = new Map<string, string[]>()
const languagesByDirection = new Map<string, string[]>()

for (const [language, words] of Object.entries(languages)) {
  for (const kind of kinds) addExpansions(words[kind] ?? {}, kind)
  addLanguage(languagesByStreetType, words.streetTypes, language)
  addLanguage(languagesByDirection, words.directions ?? {}, language)
}

function addExpansions(table: Abbreviations, kind: Expansion['kind']): void {
  for (const [full, abbreviations] of Object.entries(table)) {
    for (const abbreviation of splitAbbreviations(abbreviations)) {
      const dotted = abbreviation.endsWith('.')
      const key = removeDot(abbreviation)
      const known = expansions.get(key) ?? []
      const same = known.find(({ words }) => words.join(' ') === full)
      if (same) same.dotted &&= dotted
      else known.push({ words: full.split(' '), dotted, kind })
      expansions.set(key, known)
    }
  }
}

function addLanguage(index: Map<string, string[]>, table: Abbreviations, language: string): void {
  for (const [full, abbreviations] of Object.entries(table)) {
    for (const key of [full, ...splitAbbreviations(abbreviations)].map(removeDot)) {
      const known = index.get(key) ?? []
      if (!known.includes(language)) known.push(language)
      index.set(key, known)
    }
  }
}

function splitAbbreviations(abbreviations: string): string[] {
  return abbreviations === '' ? [] : abbreviations.split(' ')
}

function removeDot(abbreviation: string): string {
  return abbreviation.replace(/\.$/, '')
}

/**
 * Lists the expansions of a folded word that may be an abbreviation, each as a list of words. At the beginning of a
 * text, saint comes before street, and doctor before drive.
 */
export function findExpansions(
  text: string,
  { dotted, first }: { dotted: boolean; first: boolean },
): (readonly string[])[] {
  const known = expansions.get(text)
  if (!known) return []
  const initial = first && text.length === 1
  const fitting = known.filter(
    (expansion) => !expansion.dotted || dotted || (initial && expansion.kind === 'streetTypes'),
  )
  const isTitle = ({ kind }: Expansion) => Number(kind === 'titles')
  if (first) fitting.sort((a, b) => isTitle(b) - isTitle(a))
  return fitting.map(({ words }) => words)
}

/**
 * Street types in full and abbreviated, folded, with their languages (ISO 639-1). Some are two words
 * (`zone industrielle`).
 */
export const streetTypes: ReadonlyMap<string, readonly string[]> = languagesByStreetType

/** Returns whether a folded word is an abbreviation in some language: `st`, `av`. */
export function isAbbreviation(text: string): boolean {
  return expansions.has(text)
}

/** Returns whether a folded word is one of {@link streetTypes}. */
export function isStreetTypeWord(text: string): boolean {
  return streetTypes.has(text)
}

/** Compass directions in full and abbreviated, folded, with their languages. */
export const directionals: ReadonlyMap<string, readonly string[]> = languagesByDirection
