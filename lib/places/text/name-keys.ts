import { fold } from './fold.ts'
import type { Word, WordForm } from './word.ts'
import { splitWords } from './words.ts'

/** Maximum number of keys besides the folded name. */
const maxVariants = 3
/** Maximum length of a name with keys, UTF-16 units. Longer names are never typed in full. */
const maxNameLength = 200

/**
 * Lists the keys of a whole name: the folded name, then at most {@link maxVariants} variants with forms substituted,
 * in the order of how likely people type them: Latin letters, digraphs, joined words, abbreviations in full,
 * compounds split, numbers as digits. Names and queries match if they share a key. Returns no keys for a text
 * without a letter or digit, or one longer than {@link maxNameLength}.
 */
export function listNameKeys(name: string): string[] {
  return name.length > maxNameLength ? [] : listNameKeysFromWords(name, splitWords(name))
}

/** Lists the {@link listNameKeys} of a name whose words are known. */
export function listNameKeysFromWords(name: string, words: readonly Word[]): string[] {
  if (name.length > maxNameLength) return []
  const folded = fold(name)
  if (folded === '') return []
  if (words.every(({ forms }) => forms.length === 0)) return [folded]
  const keys = new Set([folded])
  for (const key of generateVariants(words)) {
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

function* generateVariants(words: readonly Word[]): Generator<string | undefined> {
  for (const kind of inOrder) {
    yield substituteForms(words, kind, 0)
  }
  for (let choice = 1; choice <= maxVariants; choice++) {
    yield substituteForms(words, 'expansion', choice)
  }
}

/**
 * Substitutes a form of the given kind for each word that has one: the widest form, or the one with index `choice`
 * if several are equally wide. Returns `undefined` if no word has such a form.
 */
function substituteForms(words: readonly Word[], kind: WordForm['kind'], choice: number) {
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
