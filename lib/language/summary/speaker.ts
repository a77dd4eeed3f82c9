import type { LatLon } from '#ground/geo'
import type { TravelType } from '#routing/schemas'
import { fill } from '../fill.ts'
import type { ReaderLanguage } from '../reader/index.ts'
import type { Answered, AnsweredPlace } from './answered.ts'
import { Figures } from './figures.ts'
import { type TextTable, textsOf } from './texts.ts'

/** Positions of one place differ less, degrees: coordinates have 6 decimals. */
const samePlaceDegrees = 2e-6

/** Between the places of a way: `A – B` needs no preposition, whose form would depend on the names. */
const way = ' – '

/** What the sentences about one answer are made with. */
export class Speaker {
  readonly figures: Figures
  readonly texts: TextTable
  readonly #language: ReaderLanguage
  readonly #places: readonly AnsweredPlace[]

  constructor({ language, units, places }: Answered) {
    this.figures = new Figures(language, units)
    this.texts = textsOf(language)
    this.#language = language
    this.#places = places
  }

  /** The form of a text for a number; `{count}` is the number. */
  counted(
    forms: { one: string; other: string },
    count: number,
    values: Readonly<Record<string, string>> = {},
  ): string {
    const category = new Intl.PluralRules(this.#language).select(count)
    const text = category === 'one' ? forms.one : forms.other
    return fill(text, { ...values, count: this.figures.count(count) })
  }

  /** Clauses as one sentence. */
  sentence(clauses: readonly string[]): string {
    const [first = '', ...others] = clauses
    return `${this.clauses([this.#capitalised(first), ...others])}.`
  }

  /** Sentences as a text. A name at the beginning keeps its letters. */
  text(sentences: readonly string[]): string {
    const { here } = this.texts.figures
    return sentences
      .map((sentence) => (sentence.startsWith(here) ? this.#capitalised(sentence) : sentence))
      .join(' ')
  }

  #capitalised(text: string): string {
    const initial = String.fromCodePoint(text.codePointAt(0) ?? 0)
    return initial.toLocaleUpperCase(this.#language) + text.slice(initial.length)
  }

  clauses(clauses: readonly string[]): string {
    return clauses.join(this.texts.figures.clauses)
  }

  travel(travel: TravelType): string {
    return this.texts.travel[travel]
  }

  nameOf({ name, text }: AnsweredPlace): string {
    return plain(name) || plain(text) || this.texts.figures.here
  }

  /** Names of locations; coordinates for those that are no place of the query. */
  namesOf(locations: readonly LatLon[]): string[] {
    return locations.map((location, i) => {
      const isHere = (place: AnsweredPlace | undefined) =>
        place !== undefined && isSame(place.position, location)
      const place = isHere(this.#places[i]) ? this.#places[i] : this.#places.find(isHere)
      return place ? this.nameOf(place) : this.figures.position(location)
    })
  }

  way(names: readonly string[]): string {
    return names.join(way)
  }
}

function isSame(a: LatLon, b: LatLon): boolean {
  return Math.abs(a.lat - b.lat) < samePlaceDegrees && Math.abs(a.lon - b.lon) < samePlaceDegrees
}

/** A name of the map on one line. */
export function plain(name: string): string {
  return name.replace(/[\p{White_Space}\p{Cc}]+/gu, ' ').trim()
}
