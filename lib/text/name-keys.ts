import { fold } from './fold.ts'
import type { Word, WordForm } from './word.ts'
import { wordsOf } from './words.ts'

/** Beside the folded name itself. */
const mostVariants = 3
/** Longer texts are not names anybody types in full. */
const longestName = 200

/**
 * Keys a whole name is found by: the folded name, then at most 3 with forms put in, the likeliest to be
 * typed first: in Latin letters, with digraphs, tied words joined, abbreviations in full, compounds split,
 * numbers as figures. The same for names and queries, so that they meet in any of them. Empty for texts
 * without a letter or figure, or longer than 200 characters.
 */
export function nameKeys(name: string): string[] {
  if (name.length > longestName) return []
  const folded = fold(name)
  if (folded === '') return []
  const words = wordsOf(name)
  if (words.every(({ forms }) => forms.length === 0)) return [folded]
  const keys = new Set([folded])
  for (const key of variants(words)) {
    if (key !== undefined) keys.add(key)
    if (keys.size > mostVariants) break
  }
  return [...keys]
}

const inOrder: readonly WordForm['kind'][] = [
  'transliteration',
  'digraph',
  'joined',
  'expansion',
  'split',
  'number',
]

function* variants(words: readonly Word[]): Generator<string | undefined> {
  for (const kind of inOrder) {
    yield substituted(words, kind, 0)
  }
  for (let choice = 1; choice <= mostVariants; choice++) {
    yield substituted(words, 'expansion', choice)
  }
}

/** The name with a form of this kind wherever there is one: the widest, of several the one
 * of that number. `undefined` when no word has one. */
function substituted(words: readonly Word[], kind: WordForm['kind'], choice: number) {
  const parts: string[] = []
  let changed = false
  let at = 0
  while (at < words.length) {
    const { text, forms } = words[at]!
    const fitting = forms.filter((form) => form.kind === kind)
    const widest = Math.max(1, ...fitting.map(({ span = 1 }) => span))
    const choices = fitting.filter(({ span = 1 }) => span === widest)
    const form = choices[Math.min(choice, choices.length - 1)]
    parts.push(...(form?.words ?? [text]))
    changed ||= form !== undefined
    at += form?.span ?? 1
  }
  return changed ? parts.join(' ') : undefined
}
