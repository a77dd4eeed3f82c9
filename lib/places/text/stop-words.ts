import byLanguage from '../../../data/text/stop-words.json' with { type: 'json' }

const stopWords = new Set(Object.values(byLanguage).flatMap((words) => words.split(' ')))

/** Returns whether a folded word is an article or preposition that queries often omit: `de`, `la`, `der`, `the`. */
export function isStopWord(text: string): boolean {
  return stopWords.has(text)
}
