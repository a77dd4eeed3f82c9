/**
 * Words of a language that are abbreviated, one a line: in full, a colon, the short ways to write it. All
 * are folded. A short one with a point counts only where a point or a slash follows it in the text, a single letter for
 * a street type also where a text begins with it.
 */
export interface LanguageWords {
  /** ISO 639-1. */
  language: string
  streetTypes: string
  directions?: string
  /** Before names of people and saints. */
  titles?: string
  /** What else is abbreviated in names. */
  words?: string
}
