import type { TextRange } from '#places/text'
import table from '../../../../data/address/designators.json' with { type: 'json' }
import type { ComponentKey } from '../components.ts'
import { DesignatorFinder } from './designator-words.ts'

/** Part of a text that a designator ("Apt", "floor", "PO Box") names, including the designator. */
export interface DesignatedSpan {
  key: ComponentKey
  start: number
  end: number
  /** Alpha-2 codes of the only countries where it has this meaning. */
  countries?: readonly string[]
}

const { house_number: numberWords, ...tables } = table

const iberian = ['ES', 'AD', 'PT', 'AR', 'MX', 'CL', 'CO', 'UY']

interface Designator {
  key: ComponentKey
  /** Regular expression, or `words` for the words of the table. */
  form: 'words' | RegExp
  countries?: readonly string[]
}

const designators: readonly Designator[] = [
  { key: 'po_box', form: 'words' },
  // "Postboks 450 Sentrum"
  {
    key: 'po_box',
    form: /(?<!\p{L})(?:post)?boks \d+ (?!\d)\p{L}+(?=,? \d{4} )/giu,
    countries: ['DK', 'NO'],
  },
  { key: 'unit', form: 'words' },
  {
    key: 'unit',
    form: /(?<![\p{L}\p{N}])# ?(?:\d+(?: ?\p{L})?|\p{L}\d*)(?:-\d+)?(?![\p{L}\p{N}])/gu,
  },
  { key: 'level', form: 'words' },
  { key: 'level', form: /(?<![\p{L}\p{N}.,])\d{1,2}\.?[ºª°](?!\p{N})/gu },
  // "12/F", "G/F" in Hong Kong and China
  { key: 'level', form: /(?<![\p{L}\p{N}/])(?:\d{1,2}|[LU]?G|B|M)\/F(?![\p{L}\p{N}/])/gu },
  // "5F" in East Asia
  {
    key: 'level',
    form: /(?<![\p{L}\p{N}])B?\d{1,2}F(?![\p{L}\p{N}])/gu,
    countries: ['CN', 'HK', 'JP', 'KR', 'PH', 'SG', 'TH', 'TW'],
  },
  { key: 'staircase', form: 'words' },
  { key: 'entrance', form: 'words' },
  { key: 'house', form: 'words' },
  // "3º B", "2n 1a", "5.º Esq.": floor and door side by side.
  {
    key: 'unit',
    form: /(?<=(?:\d(?:\.?[ºª°]|r|n|t|è|er|a)|r\/c|bajo|entlo\.?) ?)(?:\p{Lu}|iz(?:q|qda|da|quierda)|dcha?|derecha|esq(?:uerd[oa])?|dto|dt[ºª]|dir(?:eito)?|f(?:re)?nte|ft|\d{1,2}[ªºa])(?![\p{L}\p{N}])\.?/giu,
    countries: iberian,
  },
  {
    key: 'level',
    form: /(?<=[,/] ?)\d{1,2}(?:r|n|t|è|er|º|ª)(?= ?(?:,|$| (?:\d{1,2}[ªa]|\p{L})(?![\p{L}\p{N}])))/giu,
    countries: iberian,
  },
  // "2. tv", "st. th", "kl. mf": floor and side.
  {
    key: 'level',
    form: /(?<=\d ?\p{L}?,? )(?:\d{1,2}|st|kl)\.(?= ?(?:tv|th|mf|$|,)| \d)/giu,
    countries: ['DK', 'NO'],
  },
  {
    key: 'unit',
    form: /(?<=(?:\d|st|kl|sal)\.? ?)(?:tv|th|mf)(?![\p{L}\p{N}])\.?/giu,
    countries: ['DK', 'NO'],
  },
  // "bv", "nb": ground floor
  { key: 'level', form: /(?<=\d ?\p{L}?,? )(?:bv|nb)(?![\p{L}\p{N}])/giu, countries: ['SE'] },
  { key: 'level', form: /(?<=\d ?\p{L}?,? )plan \d{1,2}(?!\p{N})/giu, countries: ['SE'] },
  // "14 B 32": number, staircase, flat.
  { key: 'staircase', form: /(?<=\d )\p{Lu}(?= \d{1,3}(?![\p{L}\p{N}]))/giu, countries: ['FI'] },
  { key: 'unit', form: /(?<=\d \p{L} )\d{1,3}(?!\p{N})\p{L}?/giu, countries: ['FI'] },
]

let finder: DesignatorFinder | undefined

/** Finds the spans named by designators of any language; they may overlap. */
export function findDesignatedSpans(text: string): DesignatedSpan[] {
  finder ??= new DesignatorFinder(tables)
  const named = finder.find(text)
  const found: DesignatedSpan[] = []
  for (const { key, form, countries } of designators) {
    const spans = form === 'words' ? (named.get(key) ?? []) : findMatches(text, form)
    for (const { start, end: spanEnd } of spans) {
      const end = start + text.slice(start, spanEnd).trimEnd().length
      found.push({ key, start, end, ...(countries && { countries }) })
    }
  }
  return found
}

/** Finds matches like `matchAll`, but without its copy of the expression for each text: most texts have no match. */
function* findMatches(text: string, form: RegExp): Generator<TextRange> {
  form.lastIndex = 0
  for (let match = form.exec(text); match; match = form.exec(text))
    yield { start: match.index, end: form.lastIndex }
}

let numberPrefix: RegExp | undefined

/** Returns the length of a house number's designator at the end of a text ("Nr. ", "д. ", "№"); 0 without one. */
export function measureNumberDesignator(text: string): number {
  numberPrefix ??= buildNumberPrefix(numberWords.before)
  return numberPrefix.exec(text.replace(/\s/g, ' '))?.[0].length ?? 0
}

function buildNumberPrefix(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return new RegExp(`(?:^|(?<![\\p{L}\\p{N}]))(?:${longestFirst.join('|')})[.:]?\\s*$`, 'iu')
}
