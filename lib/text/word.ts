/** Another way a word is written. */
export interface WordForm {
  /** What stands in place of the word: usually one, several for `split` and for long expansions. */
  words: readonly string[]
  /**
   * `digraph`: ü as ue, å as aa. `transliteration`: in Latin letters. `expansion`: an abbreviation in
   * full. `split`: the parts of a compound. `joined`: with the words that hyphens or apostrophes tie to
   * it. `number`: a number word, ordinal or Roman numeral as figures.
   */
  kind: 'digraph' | 'transliteration' | 'expansion' | 'split' | 'joined' | 'number'
  /** How many words of the text it stands for, this one and those after it; 1 where it is left out. */
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
  /** Other ways to write it; `text` is not repeated. */
  forms: readonly WordForm[]
}
