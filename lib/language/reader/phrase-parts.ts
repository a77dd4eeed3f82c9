/** The words, gaps and beginnings of words of phrases, each once: a table has a tenth as many as its phrases. */
export function partsOf(phrases: readonly string[]): string[] {
  return [...new Set(phrases.join(' ').replaceAll('|', ' ').split(' '))]
}

/** Whether a part of a phrase is no gap, number or beginning of a word. */
export const isPlainWord = (part: string): boolean => /^\p{L}+$/u.test(part)

export const plainWords = (phrases: readonly string[]): string[] =>
  partsOf(phrases).filter(isPlainWord)
