import type { Place } from '#places/gazetteer'
import { isStopWord, listNameKeys } from '#places/text'
import { plain } from './judge.ts'

/** Results are required after more keystrokes than this. */
const firstKeystrokes = 3

/** The dot of an initial: another initial may follow and form one word with it. */
const endingPoint = /(?<!\p{L})\p{L}\.$/u

/** The text after each keystroke from the fourth on, except after the dot of an initial. */
export function keystrokesOf(text: string): string[] {
  const letters = [...text]
  return letters
    .map((_, i) => letters.slice(0, i + 1).join(''))
    .slice(firstKeystrokes)
    .filter((typed) => !endingPoint.test(typed))
}

/** The words of a text by {@link plain}; the dot of `Col·legi` separates none. */
export function plainWords(text: string): string[] {
  return plain(text.replaceAll('·', '')).split(' ')
}

/** All the names of each place, told apart by what is typed of them. */
export class TypedNames {
  readonly #names: readonly (readonly string[][])[]
  readonly #owners = new Map<string, Set<number>>()

  /** @param places In order of docId. */
  constructor(places: readonly Place[]) {
    this.#names = places.map(({ name, names, aliases }) =>
      [...new Set([name, ...Object.values(names), ...aliases])].map(plainWords),
    )
    for (const [docId, names] of this.#names.entries()) {
      for (const words of names) {
        const owners = this.#owners.get(words.join('')) ?? new Set()
        this.#owners.set(words.join(''), owners.add(docId))
      }
    }
  }

  /** Whether no other place goes by the name; blanks do not count. */
  isUnique(name: string): boolean {
    return this.#owners.get(plainWords(name).join(''))?.size === 1
  }

  /** DocIds of places, out of these, with all words in one of their names; the last may go on. */
  fitting(typed: string, among: Iterable<number> = this.#names.keys()): number[] {
    const words = plainWords(typed)
    const last = words.pop()!
    const goesOn = /[\p{L}\p{N}\p{M}·]$/u.test(typed)
    const has = (name: readonly string[]) =>
      words.every((word) => name.includes(word)) &&
      name.some((word) => (goesOn ? word.startsWith(last) : word === last))
    return [...among].filter((docId) => this.#names[docId]!.some(has))
  }
}

/** Whether all of one of the place's names has been typed, in whatever script and however abbreviated. */
export function isTypedWhole({ name, names, aliases }: Place, typed: string): boolean {
  const words = new Set(listNameKeys(typed).flatMap((key) => key.split(' ')))
  return [name, ...Object.values(names), ...aliases]
    .flatMap(listNameKeys)
    .some((key) => key.split(' ').every((word) => words.has(word) || isStopWord(word)))
}
