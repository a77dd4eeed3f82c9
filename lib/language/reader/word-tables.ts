import de from '../../../data/language/de.json' with { type: 'json' }
import en from '../../../data/language/en.json' with { type: 'json' }
import es from '../../../data/language/es.json' with { type: 'json' }
import fr from '../../../data/language/fr.json' with { type: 'json' }
import it from '../../../data/language/it.json' with { type: 'json' }
import pt from '../../../data/language/pt.json' with { type: 'json' }
import type { ReaderLanguage } from './reading.ts'

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

/** The word tables as they are edited; bundles have them compressed. */
export const wordTables = (): Readonly<Record<ReaderLanguage, LanguageTable>> => tables
