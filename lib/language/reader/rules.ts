import { vocabularies } from '#vocabularies'
import { wordTables } from '#word-tables'
import { plainWords } from './phrase-parts.ts'
import { Phrases } from './phrases.ts'
import { type ReaderLanguage, readerLanguages } from './reading.ts'
import type { LanguageTable } from './word-tables.ts'

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
  /** Beginnings of words of the table: `optimi`. */
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
  const table = wordTables()[language]
  const { words: vocabulary, beginnings } = vocabularies()[language]
  const sets = Object.fromEntries(
    Object.entries(table.words).map(([key, list]) => [key, new Set(list.split(' '))]),
  ) as Record<keyof LanguageTable['words'], Set<string>>
  const { numbers, durations, distances, roles } = table
  const { asks_way = [], tells = [] } = table.cues
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
    vocabulary: new Set(vocabulary),
    beginnings,
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
