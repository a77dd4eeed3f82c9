import { plain } from './judge.ts'

/** A typical change to a name; `undefined` where it does not apply. `chance` gives 0 to 1, as `seeded` does. */
export type Operator = (name: string, chance: () => number) => string | undefined

/** Words that may be mistyped: typos are corrected from four letters on, and never in digits. */
const mistyped = /\p{L}{4,}/gu

/** Changes one word of a name, at one of its letters. */
function atLetter(change: (word: string, at: number, chance: () => number) => string): Operator {
  return (name, chance) => {
    const words = [...name.matchAll(mistyped)]
    const word = words[Math.floor(chance() * words.length)]
    if (!word) return undefined
    const at = Math.floor(chance() * word[0].length)
    const changed = change(word[0], at, chance)
    if (changed === word[0]) return undefined
    return name.slice(0, word.index) + changed + name.slice(word.index + word[0].length)
  }
}

const neighbours: Record<string, string> = {
  a: 'qsz',
  b: 'vgn',
  c: 'xdv',
  d: 'sfe',
  e: 'wrd',
  f: 'dgr',
  g: 'fht',
  h: 'gjy',
  i: 'uok',
  j: 'hku',
  k: 'jli',
  l: 'kop',
  m: 'nj',
  n: 'bmh',
  o: 'ipl',
  p: 'ol',
  q: 'wa',
  r: 'etf',
  s: 'adw',
  t: 'ryg',
  u: 'yij',
  v: 'cbf',
  w: 'qes',
  x: 'zcs',
  y: 'tuh',
  z: 'xas',
}

/** Typos. */
export const slips: Record<string, Operator> = {
  'a letter dropped': atLetter((word, at) => word.slice(0, at) + word.slice(at + 1)),
  'two letters swapped': atLetter((word, at) => {
    const i = Math.min(at, word.length - 2)
    return word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
  }),
  'a letter doubled': atLetter((word, at) => word.slice(0, at) + word[at] + word.slice(at)),
  'a wrong letter': atLetter((word, at, chance) => {
    const keys = neighbours[plain(word[at]!)]
    if (!keys) return word
    return word.slice(0, at) + keys[Math.floor(chance() * keys.length)] + word.slice(at + 1)
  }),
}

/** One blank left out. */
export const withoutOneBlank: Operator = (name, chance) => {
  const words = name.split(' ')
  if (words.length < 2) return undefined
  const at = 1 + Math.floor(chance() * (words.length - 1))
  return `${words.slice(0, at).join(' ')}${words.slice(at).join(' ')}`
}

/** No blank at all in a name of two or three words. */
export const withoutBlanks: Operator = (name) => {
  const words = plain(name).split(' ')
  return words.length === 2 || words.length === 3 ? words.join('') : undefined
}

/** Accents and case left out: people who skip one skip the other. */
export function withoutMarks(name: string): string | undefined {
  return /\p{M}/u.test(name.normalize('NFD')) ? plain(name) : undefined
}

/** Every word cut off, after at least three fifths of its letters. */
export const begun: Operator = (name, chance) => {
  const words = plain(name).split(' ')
  if (words.length < 2) return undefined
  const cut = words.map((word) => {
    const min = Math.max(4, Math.ceil(word.length * 0.6))
    return word.slice(0, min + Math.floor(chance() * Math.max(0, word.length - min)))
  })
  return cut.join(' ') === words.join(' ') ? undefined : cut.join(' ')
}

const abbreviations: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^Avinguda /i, ['Av. ', 'Avda. ', 'av ']],
  [/^Carrer (?=d)/i, ['C. ', 'c/ ']],
  [/^Carrer /i, ['C/ ', 'C. ']],
  [/^Carretera /i, ['Ctra. ', 'ctra ']],
  [/^Plaça /i, ['Pl. ', 'Pça. ']],
  [/^Passatge /i, ['Ptge. ']],
  [/^Passeig /i, ['Pg. ']],
  [/^Urbanització /i, ['Urb. ']],
  [/^Avenue /i, ['Av. ', 'Ave ', 'av ']],
  [/^Boulevard /i, ['Bd ', 'Blvd ', 'Bld. ', 'boul. ']],
  [/^Place /i, ['Pl. ', 'pl ']],
  [/^Chemin /i, ['Ch. ', 'Che ']],
  [/^Impasse /i, ['Imp. ']],
  [/^Passage /i, ['Pass. ', 'Psg ']],
  [/^Promenade /i, ['Prom. ']],
  [/^Allée /i, ['All. ']],
  [/^Square /i, ['Sq. ']],
  [/^Strada /i, ['Str. ']],
  [/\bSaint[ -]/, ['St ', 'St-', 'St. ']],
  [/\bSainte[ -]/, ['Ste ', 'Ste-']],
  [/\bSanta /, ['Sta. ', 'Sta ']],
]

/** The street type or saint abbreviated in one of the usual ways. */
export const abbreviated: Operator = (name, chance) => {
  const known = abbreviations.find(([long]) => long.test(name))
  if (!known) return undefined
  const [long, short] = known
  return name.replace(long, short[Math.floor(chance() * short.length)]!)
}

/** A house number that no street has. */
export const wrongNumber: Operator = (name, chance) =>
  chance() < 0.5 ? `${name} 7777` : `7777 ${name}`
