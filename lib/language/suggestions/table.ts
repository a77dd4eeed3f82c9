import de from '../../../data/language/suggestions/de.json' with { type: 'json' }
import en from '../../../data/language/suggestions/en.json' with { type: 'json' }
import es from '../../../data/language/suggestions/es.json' with { type: 'json' }
import fr from '../../../data/language/suggestions/fr.json' with { type: 'json' }
import it from '../../../data/language/suggestions/it.json' with { type: 'json' }
import pt from '../../../data/language/suggestions/pt.json' with { type: 'json' }
import type { ReaderLanguage } from '../reader/index.ts'

/** Messages and requests of a language. A request has several texts; the first that fits the names is used. */
export type SuggestionTable = typeof en

const tables: Record<ReaderLanguage, SuggestionTable> = { en, fr, de, es, it, pt }

export const selectSuggestions = (language: ReaderLanguage): SuggestionTable => tables[language]
