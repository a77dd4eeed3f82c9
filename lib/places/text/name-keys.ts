import { fold } from './fold.ts'
import type { Word, WordForm } from './word.ts'
import { wordsOf } from './words.ts'

/** Besides the folded name itself. */
const maxVariants = 3
/** Nobody types a longer name in full. */
const maxNameLength = 200

/**
 * Keys of a whole name: the folded name, then at most {@link maxVariants} with forms substituted, the
 * likeliest to be typed first: Latin letters, digraphs, joined words, abbreviations in full, compounds
 * split, numbers as digits. Names and queries match if they share a key. Empty for texts without a letter
 * or digit, or longer than {@link maxNameLength} characters.
 */
export function nameKeys(name: string): string[] {
  return name.length > maxNameLength ? [] : nameKeysOfWords(name, wordsOf(name))
}

/** {@link nameKeys} of a name whose words are known. */
export function nameKeysOfWords(name: string, words: readonly Word[]): string[] {
  if (name.length > maxNameLength) return []
  const folded = fold(name)
  if (folded === '') return []
  if (words.every(({ forms }) => forms.length === 0)) return [folded]
  const keys = new Set([folded])
  for (const key of variants(words)) {
    if (key !== undefined) keys.add(key)
    if (keys.size > maxVariants) break
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
  for (let choice = 1; choice <= maxVariants; choice++) {
    yield substituted(words, 'expansion', choice)
  }
}

/**
 * The name with the forms of a kind substituted wherever a word has one: the widest, and of several the
 * one with index `choice`. `undefined` if no word has one.
 */
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
