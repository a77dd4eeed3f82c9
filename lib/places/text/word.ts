/** Another written form of a word. */
export interface WordForm {
  /** Words that replace the word: usually one, several for `split` and for long expansions. */
  words: readonly string[]
  /**
   * `digraph`: ü as ue, å as aa. `transliteration`: the word in Latin letters. `expansion`: an abbreviation in full.
   * `split`: the parts of a compound. `joined`: the word with the words joined to it by hyphens or apostrophes.
   * `number`: a number word, ordinal or Roman numeral as digits.
   */
  kind: 'digraph' | 'transliteration' | 'expansion' | 'split' | 'joined' | 'number'
  /** Number of words of the text that the form covers, from this one on; default 1. */
  span?: number
}

/** A word of a text. */
export interface Word {
  /** Word as written: `text.slice(start, end)`. */
  raw: string
  start: number
  end: number
  /** Folded word. */
  text: string
  /** Other forms, without `text`. */
  forms: readonly WordForm[]
}
