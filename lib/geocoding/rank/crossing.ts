import type { Place } from '../../gazetteer/index.ts'
import { isStopWord, isStreetTypeWord, wordsOf } from '../../text/index.ts'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { QueryText } from '../interpret/tokenize.ts'
import type { TextMatch } from './name-tally.ts'

/** Between the streets of a crossing, in a text and in the name of an intersection. */
const sign = /\s[&@]\s/g

/** The words of the two streets of a crossing, each by the terms that its text has. */
export type CrossingSides = readonly [ReadonlySet<string>, ReadonlySet<string>]

/** The two streets of a text such as `Via Pegna & Via Marmugn, Pradetta`; undefined for other texts. */
export function crossingSides({ text, words }: QueryText): CrossingSides | undefined {
  // Few texts have the sign.
  if (!text.includes('&') && !text.includes('@')) return undefined
  const [found, ...others] = text.matchAll(sign)
  if (!found || others.length > 0) return undefined
  const at = found.index
  const start = text.slice(0, at).lastIndexOf(',') + 1
  const comma = text.indexOf(',', at)
  const end = comma < 0 ? text.length : comma
  const textsOf = (from: number, to: number) =>
    new Set(words.filter((word) => word.start >= from && word.end <= to).map(({ text }) => text))
  return [textsOf(start, at), textsOf(at, end)]
}

/**
 * Whether a text names both streets of an intersection: each has a word of its own in the text and, where the
 * text is a crossing, most of one side is of one street and most of the other of the other.
 */
export function namesBothStreets(
  place: Place,
  { terms }: Interpretation,
  { parts, isWhole }: TextMatch,
  sides: CrossingSides | undefined,
): boolean {
  if (isWhole) return true
  const own = terms.filter((_, i) => parts[i] === 'name')
  const missing = terms.filter((_, i) => parts[i] === 'missing')
  return streetsOf(place).some(({ words: [first, second], distinctWords }) => {
    if (!sides) return distinctWords.every((street) => own.some((term) => isIn(term, street)))
    const fits = (side: ReadonlySet<string>, street: ReadonlySet<string>) => {
      const ofSide = distinct(
        [...own, ...missing].filter((term) => side.has(term.text)),
        (term) => term.text,
      )
      const ownOfSide = ofSide.filter((term) => own.includes(term))
      const weight = ownOfSide.reduce((sum, term) => sum + term.weight, 0)
      const all = ofSide.reduce((sum, term) => sum + term.weight, 0)
      return 2 * weight > all && ownOfSide.every((term) => isIn(term, street))
    }
    const [before, after] = sides
    return (
      (fits(before, first) && fits(after, second)) || (fits(after, first) && fits(before, second))
    )
  })
}

/** Whether nothing of one side of a crossing is in a place's name, so that the other street is missing. */
export function lacksOtherStreet(
  { intersection }: Place,
  { terms }: Interpretation,
  { parts }: TextMatch,
  sides: CrossingSides | undefined,
): boolean {
  if (!sides || intersection) return false
  const own = new Set(
    terms
      .filter((_, i) => parts[i] === 'name' || parts[i] === 'category')
      .flatMap(({ text }) => text.split(' ')),
  )
  return sides.some((side) => {
    const ofSide = distinct([...side], (word) => word)
    return ofSide.length > 0 && !ofSide.some((word) => own.has(word))
  })
}

/** The words that tell streets apart, `Pegna` and `31`, but `Via` and `de` only where there is nothing else. */
function distinct<Item>(items: readonly Item[], textOf: (item: Item) => string): readonly Item[] {
  const named = items.filter((item) => !isStopWord(textOf(item)))
  const others = named.filter((item) => !isStreetTypeWord(textOf(item)))
  return others.length > 0 ? others : named
}

/** The words of the two streets of an intersection, in one language. */
interface Streets {
  words: readonly [ReadonlySet<string>, ReadonlySet<string>]
  /** Those that tell the street from others. */
  distinctWords: readonly ReadonlySet<string>[]
}

/** Live as long as the decoded place, as its tokens do. */
const streetsByPlace = new WeakMap<Place, readonly Streets[]>()

/** The streets of an intersection, in each language. The aliases have them in the other order. */
function streetsOf(place: Place): readonly Streets[] {
  const cached = streetsByPlace.get(place)
  if (cached) return cached
  const texts = new Set([place.name, ...Object.values(place.names)])
  const streets = [...texts].flatMap((text): Streets[] => {
    const [first, second] = text.split(sign).map(wordsIn)
    if (!first || !second) return []
    const distinctWords = [first, second].map(
      (words) => new Set(distinct([...words], (word) => word)),
    )
    return [{ words: [first, second], distinctWords }]
  })
  streetsByPlace.set(place, streets)
  return streets
}

function wordsIn(street: string): ReadonlySet<string> {
  return new Set(
    wordsOf(street).flatMap(({ text, forms }) => [text, ...forms.flatMap((form) => form.words)]),
  )
}

function isIn({ text, alternatives, prefix }: QueryTerm, street: ReadonlySet<string>): boolean {
  if (alternatives.some(({ words }) => words.some((word) => street.has(word)))) return true
  return prefix && [...street].some((word) => word.startsWith(text))
}
