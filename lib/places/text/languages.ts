import ca from '../../../data/languages/ca.json' with { type: 'json' }
import cs from '../../../data/languages/cs.json' with { type: 'json' }
import da from '../../../data/languages/da.json' with { type: 'json' }
import de from '../../../data/languages/de.json' with { type: 'json' }
import el from '../../../data/languages/el.json' with { type: 'json' }
import en from '../../../data/languages/en.json' with { type: 'json' }
import es from '../../../data/languages/es.json' with { type: 'json' }
import fi from '../../../data/languages/fi.json' with { type: 'json' }
import fr from '../../../data/languages/fr.json' with { type: 'json' }
import hr from '../../../data/languages/hr.json' with { type: 'json' }
import hu from '../../../data/languages/hu.json' with { type: 'json' }
import id from '../../../data/languages/id.json' with { type: 'json' }
import it from '../../../data/languages/it.json' with { type: 'json' }
import nb from '../../../data/languages/nb.json' with { type: 'json' }
import nl from '../../../data/languages/nl.json' with { type: 'json' }
import pl from '../../../data/languages/pl.json' with { type: 'json' }
import pt from '../../../data/languages/pt.json' with { type: 'json' }
import ro from '../../../data/languages/ro.json' with { type: 'json' }
import ru from '../../../data/languages/ru.json' with { type: 'json' }
import sv from '../../../data/languages/sv.json' with { type: 'json' }
import tr from '../../../data/languages/tr.json' with { type: 'json' }
import vi from '../../../data/languages/vi.json' with { type: 'json' }

/** Full words with their abbreviations, separated by blanks; empty without abbreviations. */
export type Abbreviations = Readonly<Record<string, string>>

/**
 * Abbreviated words of a language, all folded. An abbreviation that ends in a dot applies only before a dot or a
 * slash; one letter for a street type applies also at the beginning of a text.
 */
export interface LanguageWords {
  streetTypes: Abbreviations
  directions?: Abbreviations
  /** Before names of people and saints. */
  titles?: Abbreviations
  /** Other abbreviated parts of names. */
  words?: Abbreviations
}

/** Words of languages by ISO 639-1 code. Expansions of an abbreviation are tried in this order. */
export const languages: Readonly<Record<string, LanguageWords>> = {
  en,
  fr,
  de,
  es,
  it,
  ca,
  pt,
  nl,
  da,
  sv,
  nb,
  fi,
  pl,
  cs,
  hr,
  ru,
  tr,
  hu,
  ro,
  el,
  id,
  vi,
}
