import { de, en, es, fr, it, pt } from '#word-tables'
import { categoriesOfFolded } from '../../categories/index.ts'
import { Phrases } from './phrases.ts'
import { type ReaderLanguage, readerLanguages } from './reading.ts'

/** The word table of a language; `lib/language/README.md` describes its keys. */
export interface LanguageTable {
  letters: readonly string[]
  east: string
  capitalNouns: boolean
  intents: PhraseGroups
  refusals: PhraseGroups
  roles: PhraseGroups & { readonly presence: readonly string[] }
  travel: PhraseGroups
  things: PhraseGroups
  /** Phrases that name a thing and its avoidance in one: `toll-free`. */
  avoided: PhraseGroups
  cues: PhraseGroups
  units: PhraseGroups
  words: Readonly<Record<keyof typeof en.words, string>>
  /** Short forms of chats with the word that each is for. */
  short: Readonly<Record<string, string>>
  numbers: Readonly<Record<string, number>>
  /** Minutes of phrases such as `half an hour`. */
  durations: Readonly<Record<string, number>>
  /** Kilometres of phrases such as `half a mile`. */
  distances: Readonly<Record<string, number>>
  clock: Readonly<Record<keyof typeof en.clock, readonly string[]>>
}

type PhraseGroups = Readonly<Record<string, readonly string[]>>

const tables: Record<ReaderLanguage, LanguageTable> = { en, fr, de, es, it, pt }

/** A table made ready: phrases as matchers, words as sets. */
export interface LanguageRules {
  language: ReaderLanguage
  table: LanguageTable
  intents: Phrases
  refusals: Phrases
  roles: Phrases
  travel: Phrases
  things: Phrases
  avoided: Phrases
  cues: Phrases
  units: Phrases
  /** Words of the table, none of which begins a name unless it is written with a capital. */
  vocabulary: ReadonlySet<string>
  /** Beginnings of words of the table: `optimi~`. */
  beginnings: readonly string[]
  words: Readonly<Record<keyof LanguageTable['words'], ReadonlySet<string>>>
  /** Words before a vehicle that make it a means: `by`, `with`. */
  means: ReadonlySet<string>
  /** Words of times of day, durations and distances. */
  timeWords: ReadonlySet<string>
  /** Words that lead from, to or between places. */
  glue: ReadonlySet<string>
  numbers: ReadonlyMap<string, number>
  /** Words for units of time and length. */
  measures: ReadonlySet<string>
  /** Words of questions for a way: common ones, which may begin a name and are no slips of others. */
  asking: ReadonlySet<string>
}

const ready = new Map<ReaderLanguage, LanguageRules>()

export function rulesOf(language: ReaderLanguage): LanguageRules {
  const known = ready.get(language)
  if (known) return known
  const rules = makeRules(language)
  ready.set(language, rules)
  return rules
}

function makeRules(language: ReaderLanguage): LanguageRules {
  const table = tables[language]
  const sets = Object.fromEntries(
    Object.entries(table.words).map(([key, list]) => [key, new Set(list.split(' '))]),
  ) as Record<keyof LanguageTable['words'], Set<string>>
  const { connectors: _, endings: __, ...known } = sets
  const { presence, ...roles } = table.roles
  const { from_there = [], asks_way = [], tells = [], ...cues } = table.cues
  const groups = [
    table.intents,
    roles,
    table.travel,
    table.things,
    table.avoided,
    cues,
    table.units,
  ]
  const parts = partsOf(groups.flatMap((group) => Object.values(group).flat()))
  const ofPlaces = partsOf([...Object.values(table.refusals).flat(), ...presence, ...from_there])
  const { short, numbers, durations, distances } = table
  const vocabulary = new Set(parts.filter(isPlain))
  for (const word of ofPlaces) {
    if (!vocabulary.has(word) && isPlain(word) && isNoKind(word)) vocabulary.add(word)
  }
  for (const set of Object.values(known)) for (const word of set) vocabulary.add(word)
  for (const word in numbers) vocabulary.add(word)
  for (const word in short) if (word.length > 1) vocabulary.add(word)
  return {
    language,
    table,
    intents: new Phrases(table.intents),
    refusals: new Phrases(table.refusals),
    roles: new Phrases(table.roles),
    travel: new Phrases(table.travel),
    things: new Phrases(table.things),
    avoided: new Phrases(table.avoided),
    cues: new Phrases(table.cues),
    units: new Phrases(table.units),
    vocabulary,
    beginnings: parts.filter(isLongBeginning).map((part) => part.slice(0, -1)),
    words: sets,
    means: new Set(
      plainWords(
        Object.values(table.travel)
          .flat()
          .filter((phrase) => phrase.includes(' '))
          .map((phrase) => phrase.split(' ', 1)[0]!),
      ).filter((word) => word.length < 5 && !sets.articles.has(word)),
    ),
    timeWords: new Set(
      [
        ...Object.values(table.clock).flat(),
        ...Object.keys(durations),
        ...Object.keys(distances),
      ].flatMap((phrase) => phrase.split(' ')),
    ),
    glue: new Set(plainWords([roles.from, roles.to, roles.between].flatMap((list) => list ?? []))),
    numbers: new Map(Object.entries(numbers)),
    measures: new Set(
      [sets.minutes, sets.hours, sets.kilometers, sets.meters, sets.miles].flatMap((set) => [
        ...set,
      ]),
    ),
    asking: new Set(plainWords([...asks_way, ...tells])),
  }
}

/** Kinds of places are parts of names: `hotel`, `museum`. */
const isNoKind = (word: string) => categoriesOfFolded(word).length === 0

/** The words, gaps and beginnings of words of phrases, each once: a table has a tenth as many as its phrases. */
function partsOf(phrases: readonly string[]): string[] {
  return [...new Set(phrases.join(' ').replaceAll('|', ' ').split(' '))]
}

const plainWords = (phrases: readonly string[]) => partsOf(phrases).filter(isPlain)

/** Whether a part of a phrase is no gap, number or beginning of a word. */
const isPlain = (part: string) => /^\p{L}+$/u.test(part)

/** Whether a part is a beginning that is long enough to tell a word from a name. */
const isLongBeginning = (part: string) => part.endsWith('~') && /^\p{L}{4,}~$/u.test(part)

/** Whether a folded word is one of the language's table. */
export function isKnown(word: string, rules: LanguageRules): boolean {
  return (
    rules.vocabulary.has(word) || rules.beginnings.some((beginning) => word.startsWith(beginning))
  )
}

export const allRules = (): LanguageRules[] => readerLanguages.map(rulesOf)

/** Whether a folded word is one of any language's table. */
export const isKnownAnywhere = (word: string): boolean =>
  allRules().some((rules) => isKnown(word, rules))

/** Whether some language has a small word in its names. */
export const isForeignConnector = (word: string): boolean =>
  allRules().some(({ words }) => words.connectors.has(word))
