import { isStopWord, isStreetTypeWord } from '#places/text'
import { plain } from '../sets/judge.ts'
import { nonsenseWord } from '../sets/nonsense.ts'
import { withChangedLetter, withMissingLetter } from './typos.ts'

export type Chance = () => number

/** Usual abbreviations of words that streets begin or end with. */
const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/^carrer\b/iu, 'C/'],
  [/^avinguda\b/iu, 'Av.'],
  [/^carretera\b/iu, 'Ctra.'],
  [/^plaça\b/iu, 'Pl.'],
  [/^avenida\b/iu, 'Av.'],
  [/^rua\b/iu, 'R.'],
  [/^travessa\b/iu, 'Tv.'],
  [/^praça\b/iu, 'Pç.'],
  [/^avenue\b/iu, 'Av.'],
  [/^boulevard\b/iu, 'Bd'],
  [/^place\b/iu, 'Pl.'],
  [/katu$/iu, 'k.'],
  [/tie$/iu, 't.'],
  [/\bdoutor\b/iu, 'Dr.'],
  [/\bsão\b/iu, 'S.'],
  [/\bsaint\b/iu, 'St'],
  [/\bsanta\b/iu, 'Sta.'],
]

/** Ways to write a name; undefined where one does not apply. */
export const variations = {
  'as is': (name: string) => name,
  'missing letter': withMissingLetter,
  'changed letter': withChangedLetter,
  'two letters': withTwoTypos,
  'dropped word': withoutWord,
  abbreviated,
  'unknown word': withUnknownWord,
  'unknown word before': (name: string, chance: Chance) => `${nonsenseWord(chance)} ${name}`,
} as const satisfies Readonly<Record<string, (name: string, chance: Chance) => string | undefined>>

/** A letter missing and another changed, both in the longest word. */
function withTwoTypos(name: string, chance: Chance): string | undefined {
  const once = withMissingLetter(name, chance)
  return once && withChangedLetter(once, chance)
}

/** A word of no language behind it. */
export function withUnknownWord(name: string, chance: Chance): string {
  return `${name} ${nonsenseWord(chance)}`
}

/** Without one of its words, never the longest, and never all that tells it from other streets. */
function withoutWord(name: string, chance: Chance): string | undefined {
  const words = name.split(/\s+/)
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a))
  const others = words.flatMap((word, i) => (word === longest ? [] : i))
  if (others.length === 0) return undefined
  const dropped = others[Math.floor(chance() * others.length)]
  const left = words.filter((_, i) => i !== dropped)
  return left.some(isDistinct) ? left.join(' ') : undefined
}

/** No article and no word for a street. */
export function isDistinct(word: string): boolean {
  return plain(word)
    .split(' ')
    .some((part) => !isStopWord(part) && !isStreetTypeWord(part))
}

function abbreviated(name: string): string | undefined {
  const found = abbreviations.find(([word]) => word.test(name))
  return found && name.replace(...found)
}
