import { isAreaType, type Place } from '#places/gazetteer'
import { isStopWord, isStreetTypeWord, splitWords } from '#places/text'
import { crossingSpan } from '../interpret/crossing-text.ts'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { QueryText } from '../interpret/tokenize.ts'
import { type TextMatch, wholeName } from './name-tally.ts'

/** Between the streets in the name of an intersection. */
const sign = ' & '

/** The words of the two streets of a crossing, each by the terms that its text has. */
export interface CrossingSides {
  sides: readonly [ReadonlySet<string>, ReadonlySet<string>]
  isSign: boolean
}

/** The two streets of a text such as `Via Pegna & Via Marmugn, Pradetta`; undefined for other texts. */
export function crossingSides(query: QueryText): CrossingSides | undefined {
  const span = crossingSpan(query)
  if (!span) return undefined
  const { text, words } = query
  const { joint, second, isSign } = span
  const from = words[joint - 1]!.end
  const start = Math.max(words[span.first]!.start, text.slice(0, from).lastIndexOf(',') + 1)
  const comma = text.indexOf(',', words[second]!.start)
  const end = comma < 0 ? text.length : comma
  const textsOf = (sideStart: number, sideEnd: number) =>
    new Set(
      words
        .filter((word) => word.start >= sideStart && word.end <= sideEnd)
        .map((word) => word.text),
    )
  return { sides: [textsOf(start, from), textsOf(words[second]!.start, end)], isSign }
}

/**
 * Whether a text names both streets of an intersection: each has a word of its own in the text and, where the
 * text is a crossing, most of one side is of one street and most of the other of the other.
 */
export function namesBothStreets(
  place: Place,
  { terms }: Interpretation,
  { parts, isWhole }: TextMatch,
  crossing: CrossingSides | undefined,
): boolean {
  if (isWhole) return true
  const own = terms.filter((_, i) => parts[i] === 'name')
  const missing = terms.filter((_, i) => parts[i] === 'missing')
  return streetsOf(place).some(({ words: [first, second], distinctWords }) => {
    if (!crossing) return distinctWords.every((street) => own.some((term) => isIn(term, street)))
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
    const [before, after] = crossing.sides
    return (
      (fits(before, first) && fits(after, second)) || (fits(after, first) && fits(before, second))
    )
  })
}

/**
 * Whether nothing of one side of a crossing is in a place's name, so that the other street is missing. Words such
 * as `con` also stand in names and between other things, so beside them it must match nothing at all, of a whole
 * name, or of an area beside a word for a street.
 */
export function lacksOtherStreet(
  place: Place,
  { terms }: Interpretation,
  { parts, coverage, isByCategory }: TextMatch,
  crossing: CrossingSides | undefined,
): boolean {
  if (!crossing || place.intersection) return false
  const { sides, isSign } = crossing
  if (!isSign && place.type !== 'street') {
    const hasStreetType = sides.some((side) => [...side].some(isStreetTypeWord))
    const isWholeVenue = place.type === 'venue' && coverage >= wholeName && !isByCategory
    if (!isWholeVenue && !(isAreaType(place.type) && hasStreetType)) return false
  }
  const found = new Set(
    terms
      .filter((_, i) =>
        isSign ? parts[i] === 'name' || parts[i] === 'category' : parts[i] !== 'missing',
      )
      .flatMap(({ text }) => text.split(' ')),
  )
  return sides.some((side) => {
    const ofSide = distinct([...side], (word) => word)
    return ofSide.length > 0 && !ofSide.some((word) => found.has(word))
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
    splitWords(street).flatMap(({ text, forms }) => [text, ...forms.flatMap((form) => form.words)]),
  )
}

function isIn({ text, alternatives, prefix }: QueryTerm, street: ReadonlySet<string>): boolean {
  if (alternatives.some(({ words }) => words.some((word) => street.has(word)))) return true
  return prefix && [...street].some((word) => word.startsWith(text))
}
