import type { LatLon } from '#ground/geo'
import type { TravelType } from '#routing/schemas'
import { fill } from '../fill.ts'
import type { ReaderLanguage } from '../reader/index.ts'
import type { Answered, AnsweredPlace } from './answered.ts'
import { Figures } from './figures.ts'
import { selectTexts, type TextTable } from './texts.ts'

/** Maximum difference between positions of the same place, degrees; coordinates have 6 decimals. */
const samePlaceDegrees = 2e-6

/** Separator of the places of a route: `A – B` needs no preposition, whose form would depend on the names. */
const way = ' – '

/** Texts, figures and names for the sentences about one answer. */
export class Speaker {
  readonly figures: Figures
  readonly texts: TextTable
  readonly #language: ReaderLanguage
  readonly #places: readonly AnsweredPlace[]

  constructor({ language, units, places }: Answered) {
    this.figures = new Figures(language, units)
    this.texts = selectTexts(language)
    this.#language = language
    this.#places = places
  }

  /** Fills in the singular or plural form of a text; `{count}` is the number. */
  fillCounted(
    forms: { one: string; other: string },
    count: number,
    values: Readonly<Record<string, string>> = {},
  ): string {
    const category = new Intl.PluralRules(this.#language).select(count)
    const text = category === 'one' ? forms.one : forms.other
    return fill(text, { ...values, count: this.figures.count(count) })
  }

  /** Joins clauses to one sentence. */
  makeSentence(clauses: readonly string[]): string {
    const [first = '', ...others] = clauses
    return `${this.joinClauses([this.#capitalised(first), ...others])}.`
  }

  /** Joins sentences into a text. Capitalises a leading word for "here"; names keep their case. */
  joinSentences(sentences: readonly string[]): string {
    const { here } = this.texts.figures
    return sentences
      .map((sentence) => (sentence.startsWith(here) ? this.#capitalised(sentence) : sentence))
      .join(' ')
  }

  #capitalised(text: string): string {
    const initial = String.fromCodePoint(text.codePointAt(0) ?? 0)
    return initial.toLocaleUpperCase(this.#language) + text.slice(initial.length)
  }

  joinClauses(clauses: readonly string[]): string {
    return clauses.join(this.texts.figures.clauses)
  }

  nameTravel(travel: TravelType): string {
    return this.texts.travel[travel]
  }

  namePlace({ name, text }: AnsweredPlace): string {
    return toOneLine(name) || toOneLine(text) || this.texts.figures.here
  }

  /** Returns the names of locations, or coordinates for locations that are not places of the query. */
  nameLocations(locations: readonly LatLon[]): string[] {
    return locations.map((location, i) => {
      const isAtLocation = (place: AnsweredPlace | undefined) =>
        place !== undefined && isSame(place.position, location)
      const place = isAtLocation(this.#places[i])
        ? this.#places[i]
        : this.#places.find(isAtLocation)
      return place ? this.namePlace(place) : this.figures.position(location)
    })
  }

  joinPlaces(names: readonly string[]): string {
    return names.join(way)
  }
}

function isSame(a: LatLon, b: LatLon): boolean {
  return Math.abs(a.lat - b.lat) < samePlaceDegrees && Math.abs(a.lon - b.lon) < samePlaceDegrees
}

/** Collapses the white space of a name from the map, so that it fits on one line. */
export function toOneLine(name: string): string {
  return name.replace(/[\p{White_Space}\p{Cc}]+/gu, ' ').trim()
}
