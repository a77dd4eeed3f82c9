import { isAbbreviation, isStopWord, isStreetTypeWord } from '#places/text'
import crossingWords from './crossing-words.json' with { type: 'json' }
import type { QueryText } from './tokenize.ts'

/** Where the two streets of a crossing are in a text. */
export interface CrossingSpan {
  /** First word of the first street. */
  first: number
  /** Words between the streets, from `joint` to before `second`; none beside a sign. */
  joint: number
  second: number
  /** By `&` or `@`, which stand in few other texts. */
  isSign: boolean
}

const wordsIn = (table: Readonly<Record<string, readonly string[]>>) =>
  new Set(Object.values(table).flat())

/** Before two streets or between them: `corner`, `esquina`. */
const cornerWords = wordsIn(crossingWords.corner)
/** Between two streets, and in many other names: `con`. */
const betweenWords = wordsIn(crossingWords.between)
/** Between two streets with a word for a corner before both, by this word: those of its languages. */
const andWords = andWordsByCorner()

function andWordsByCorner(): ReadonlyMap<string, ReadonlySet<string>> {
  const ands: Readonly<Record<string, readonly string[]>> = crossingWords.and
  const byCorner = new Map<string, Set<string>>()
  for (const [language, corners] of Object.entries(crossingWords.corner)) {
    for (const corner of corners) {
      const known = byCorner.get(corner) ?? []
      byCorner.set(corner, new Set([...known, ...(ands[language] ?? [])]))
    }
  }
  return byCorner
}

const sign = /\s[&@]\s/
/** Not within a number or abbreviation: `12/3`, `C/ Mayor`. */
const attachedSign = /[/&@]/

/**
 * The two streets of a text that is a crossing: `Via Pegna & Via Marmugn`, `Via Pegna / Via Marmugn`, `Via Pegna
 * esquina Via Marmugn`, `corner of Via Pegna and Via Marmugn`. Undefined for other texts, and where more than one
 * pair may be meant. Both sides have a word that tells a street.
 */
export function crossingSpan(query: QueryText): CrossingSpan | undefined {
  const { words } = query
  if (words.length < 2) return undefined
  const ands = andWords.get(words[0]!.text)
  const isOpened = ands !== undefined
  const isJoint = (at: number) => {
    const { text } = words[at]!
    return cornerWords.has(text) || betweenWords.has(text) || ands?.has(text) === true
  }
  const isFiller = (at: number) => isStopWord(words[at]!.text)
  let first = isOpened ? 1 : 0
  while (isOpened && first < words.length && isFiller(first)) first++
  const spans: CrossingSpan[] = []
  for (let at = first + 1; at < words.length; at++) {
    const gap = query.text.slice(words[at - 1]!.end, words[at]!.start)
    if (sign.test(gap)) spans.push({ first, joint: at, second: at, isSign: true })
    else if (attachedSign.test(gap) && isBetweenNames(query, at))
      spans.push({ first, joint: at, second: at, isSign: false })
    else if (isJoint(at)) {
      let second = at + 1
      while (second < words.length && (isJoint(second) || isFiller(second))) second++
      // `à l'angle de`, `an der Ecke`
      let joint = at
      while (joint - 1 > first && isFiller(joint - 1)) joint--
      spans.push({ first, joint, second, isSign: false })
      at = second
    }
  }
  const usable = spans.filter(
    ({ joint, second }) => tells(query, first, joint) && tells(query, second, words.length),
  )
  const signs = usable.filter(({ isSign }) => isSign)
  const [span, ...others] = signs.length > 0 ? signs : usable
  return others.length === 0 ? span : undefined
}

/** The same crossing with a sign between the streets, as intersections have it in their names. */
export function crossingText(query: QueryText): string | undefined {
  const span = crossingSpan(query)
  if (!span || (span.isSign && span.first === 0)) return undefined
  const { text, words } = query
  const { first, joint, second } = span
  const street = text.slice(words[first]!.start, words[joint - 1]!.end)
  return `${street} & ${text.slice(words[second]!.start)}`
}

/** Whether the sign before a word is no part of a number or abbreviation. */
function isBetweenNames({ words, text }: QueryText, at: number): boolean {
  const [left, right] = [words[at - 1]!, words[at]!]
  if (/\d$/.test(left.raw) && /^\d/.test(right.raw)) return false
  const isAttached = attachedSign.test(text[left.end]!)
  // A word for a street is abbreviated before its name: `C/ Mayor`, but `Asema-aukio/Vilhonkatu`.
  return !isAttached || !(isAbbreviation(left.text) || (at === 1 && isStreetTypeWord(left.text)))
}

/** Whether some word tells a street: of letters, or a number beside the word for a street. */
function tells({ words }: QueryText, from: number, to: number): boolean {
  const side = words.slice(from, to).filter(({ text }) => !isStopWord(text))
  const isName = ({ text }: { text: string }) =>
    text.length > 1 && !/^\d/.test(text) && !isStreetTypeWord(text)
  return side.some(isName) || (side.length > 1 && side.some(({ text }) => isStreetTypeWord(text)))
}
