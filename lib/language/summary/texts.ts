import de from '../../../data/language/texts/de.json' with { type: 'json' }
import en from '../../../data/language/texts/en.json' with { type: 'json' }
import es from '../../../data/language/texts/es.json' with { type: 'json' }
import fr from '../../../data/language/texts/fr.json' with { type: 'json' }
import it from '../../../data/language/texts/it.json' with { type: 'json' }
import pt from '../../../data/language/texts/pt.json' with { type: 'json' }
import type { ReaderLanguage } from '../reader/index.ts'

export type TextTable = typeof en

const tables: Record<ReaderLanguage, TextTable> = { en, fr, de, es, it, pt }

export const selectTexts = (language: ReaderLanguage): TextTable => tables[language]
