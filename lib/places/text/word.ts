/** Another written form of a word. */
export interface WordForm {
  /** Words instead of the word: usually one, several for `split` and for long expansions. */
  words: readonly string[]
  /**
   * `digraph`: ü as ue, å as aa. `transliteration`: in Latin letters. `expansion`: an abbreviation in
   * full. `split`: the parts of a compound. `joined`: with the words that hyphens or apostrophes join
   * to it. `number`: a number word, ordinal or Roman numeral as digits.
   */
  kind: 'digraph' | 'transliteration' | 'expansion' | 'split' | 'joined' | 'number'
  /** Words of the text that the form covers, from this one on; default 1. */
  span?: number
}

/** A word of a text. */
export interface Word {
  /** As in the text: `text.slice(start, end)`. */
  raw: string
  start: number
  end: number
  /** Folded. */
  text: string
  /** Other forms; `text` is not repeated. */
  forms: readonly WordForm[]
}
