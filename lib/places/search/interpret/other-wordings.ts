import { fold, type Word } from '#places/text'
import { allAlpha2, assignedAlpha3Of } from '../country-codes.ts'
import { beginsCountryName, maxCountryNameWords, plainCountryName } from './country-names.ts'
import stateTable from './state-names.json' with { type: 'json' }
import type { QueryText } from './tokenize.ts'

/** The text of a query with other words for the same. */
export interface Wording {
  text: string
  /** The only country where it means the same; ISO 3166-1 alpha-3. */
  country?: string
}

/** Each makes as many interpretations again. */
const maxWordings = 3

/**
 * Other wordings of a text: without the country's sign before a postcode (`F-75001`) and with the plain name of a
 * country for its formal one (`Principality of Andorra`); then with each other name of a state or its code
 * (`California`, `CA`; `Bavaria`, `Bayern`), because maps have one or the other.
 */
export function otherWordings({ text, words }: QueryText): Wording[] {
  const formal = formalCountrySpan(words)
  const named = formal ? text.slice(0, formal.start) + formal.plain + text.slice(formal.end) : text
  const plain = withoutPostcodeSigns(named)
  const wordings: Wording[] = plain === text ? [] : [{ text: plain }]
  return [...wordings, ...withOtherStateNames(text, words)].slice(0, maxWordings)
}

/** A formal name of a country at the end of a text, else at its beginning. */
function formalCountrySpan(
  words: readonly Word[],
): { start: number; end: number; plain: string } | undefined {
  for (let count = Math.min(maxCountryNameWords, words.length); count > 1; count--) {
    for (const first of [words.length - count, 0]) {
      if (!beginsCountryName(words[first]!.text)) continue
      const span = words.slice(first, first + count)
      const plain = plainCountryName(span.map(({ text }) => text).join(' '))
      if (plain) return { start: span[0]!.start, end: span.at(-1)!.end, plain }
    }
  }
  return undefined
}

/** Distinguishing signs of vehicles that are used before postcodes, beside the codes of ISO 3166-1. */
const vehicleSigns = 'A AND B BIH D E EST F FIN FL H I IRL L M N P RSM RUS S SLO SRB V'.split(' ')
let signs: ReadonlySet<string> | undefined

const signed =
  /(?<![\p{L}\p{N}-])(?<sign>\p{Lu}{1,3}|\p{Ll}{1,3}(?=-))(?<gap>[- ]?)(?=(?<digits>\d{3,6})(?:[- ]\d{2,4})?(?![\p{L}\p{N}]))/gu

function withoutPostcodeSigns(text: string): string {
  if (!/\d{3}/.test(text)) return text
  signs ??= new Set([...vehicleSigns, ...allAlpha2()])
  return text.replace(signed, (match, ...found) => {
    const { sign, digits } = found.at(-1) as { sign: string; digits: string }
    // `N-145` alone is a road.
    const isAlone = match.length + digits.length === text.trim().length
    return signs!.has(sign.toUpperCase()) && !(isAlone && digits.length < 4) ? '' : match
  })
}

interface State {
  country: string
  code: string | undefined
  names: readonly string[]
}

/** States by folded name, and by code in capitals. */
let statesByName: Map<string, State[]> | undefined
/** First words of the names. */
let stateWords: ReadonlySet<string> | undefined
const maxStateWords = 4

function withOtherStateNames(text: string, words: readonly Word[]): Wording[] {
  statesByName ??= stateNames()
  stateWords ??= new Set([...statesByName.keys()].map((name) => name.split(' ')[0]!))
  for (let count = Math.min(maxStateWords, words.length - 1); count >= 1; count--) {
    for (let first = words.length - count; first >= 1; first--) {
      const { start, text: firstWord, raw: firstRaw } = words[first]!
      if (!stateWords.has(firstWord) && !stateWords.has(firstRaw)) continue
      const span = words.slice(first, first + count)
      const { end } = span.at(-1)!
      const raw = text.slice(start, end)
      const isCode = /^[A-Z]{2,3}$/.test(raw) && /,\s*$|\s$/.test(text.slice(0, start))
      const states = statesByName.get(isCode ? raw : span.map((word) => word.text).join(' '))
      const wordings = (states ?? []).flatMap(({ country, code, names }) =>
        [...names, ...(code ? [code] : [])]
          .filter((name) => fold(name) !== fold(raw))
          .map((name) => ({ text: text.slice(0, start) + name + text.slice(end), country })),
      )
      if (wordings.length > 0) return wordings
    }
  }
  return []
}

function stateNames(): Map<string, State[]> {
  const table = new Map<string, State[]>()
  for (const [alpha2, rows] of Object.entries(stateTable)) {
    for (const row of rows) {
      const [code = '', ...rest] = row.split(' ')
      const names = rest.join(' ').split('/')
      const state = {
        country: assignedAlpha3Of(alpha2)!,
        code: code === '-' ? undefined : code,
        names,
      }
      for (const key of [...names.map(fold), ...(state.code ? [state.code] : [])]) {
        table.set(key, [...(table.get(key) ?? []), state])
      }
    }
  }
  return table
}
