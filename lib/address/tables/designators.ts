import type { ComponentKey } from '../components.ts'
import {
  boxWords,
  buildingWords,
  type DesignatorWords,
  entranceWords,
  levelWords,
  numberWords,
  staircaseWords,
  unitWords,
} from './designator-words.ts'

/** A piece of the text that its own words name. */
export interface DesignatedSpan {
  key: ComponentKey
  start: number
  end: number
  /** It is read so in these countries only (alpha-2). */
  countries?: readonly string[]
}

const edge = '(?<![\\p{L}\\p{N}\\p{M}])'
const end = '(?![\\p{L}\\p{N}\\p{M}])'
/** "4B", "B-12", "1203-A", "12/4", "12 c". */
const figures =
  '(?:(?:no|nr|nº|n°)[.:]? ?|[#№] ?)?(?:\\p{L}{1,2}-?)?\\d+(?: ?\\p{L}(?![\\p{L}\\p{N}.]))?(?:[-/&]\\d*\\p{L}?)?[ºª°]?'
/** "C", "izq." */
const letter = "(?:\\p{L}(?!['’.])|izq(?:da)?|dcha?|der|esq|dto|mf|tv|th|[IVX]{1,4})"
const boxFigures = '(?:(?:no|nr|nº)\\.? ?)?[#№]?\\d+(?:[-/ ]\\d+)*'
const ordinal =
  '(?:\\d{1,3} ?(?:st|nd|rd|th|er|ère|re|ème|eme|e|º|ª|°|o|a|-й|й|\\.º|\\.ª|\\.|:a|:e|η|ος)?|[IVX]{1,4}\\.?|primer|segundo|tercer)'

function words(list: string): string[] {
  // The longest first, so that "apartment" is not read as "apart" with a rest.
  return list
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)
}

function pattern(list: DesignatorWords, values = figures): RegExp {
  const all = words(list.before)
  const named = all.join('|')
  const long = all.filter((word) => word.length > 1).join('|')
  const forms = [`(?:${named})[.:]? ?(?:${values})${end}`]
  if (values === figures) forms.push(`(?:${long})(?:[.:] ?| )${letter}${end}`)
  if (list.after)
    forms.push(
      `${ordinal}[ -]?(?:${words(list.after).join('|')})${end}\\.?(?: (?:links|rechts|mitte)${end})?(?! ?\\d)`,
    )
  if (list.alone) forms.push(`(?:${words(list.alone).join('|')})${end}`)
  return new RegExp(`${edge}(?:${forms.join('|')})`, 'giu')
}

const iberian = ['ES', 'AD', 'PT', 'AR', 'MX', 'CL', 'CO', 'UY']

interface Form {
  key: ComponentKey
  form: RegExp
  countries?: readonly string[]
}

let forms: Form[] | undefined

function load(): Form[] {
  return [
    { key: 'po_box', form: pattern(boxWords, boxFigures) },
    { key: 'unit', form: pattern(unitWords) },
    {
      key: 'unit',
      form: /(?<![\p{L}\p{N}])# ?(?:\d+(?: ?\p{L})?|\p{L}\d*)(?:-\d+)?(?![\p{L}\p{N}])/gu,
    },
    { key: 'level', form: pattern(levelWords) },
    { key: 'level', form: /(?<![\p{L}\p{N}.,])\d{1,2}\.?[ºª°](?!\p{N})/gu },
    { key: 'staircase', form: pattern(staircaseWords) },
    { key: 'entrance', form: pattern(entranceWords) },
    { key: 'house', form: pattern(buildingWords) },
    // "3º B", "2n 1a", "5.º Esq.": floor and door side by side.
    {
      key: 'unit',
      form: /(?<=(?:\d(?:\.?[ºª°]|r|n|t|è|er|a)|r\/c) ?)(?:\p{Lu}|iz(?:q|qda|da|quierda)|dcha?|derecha|esq(?:uerd[oa])?|dto|dt[ºª]|dir(?:eito)?|f(?:re)?nte|ft|\d{1,2}[ªºa])(?![\p{L}\p{N}])\.?/giu,
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
      form: /(?<=\d\p{L}?,? )(?:\d{1,2}|st|kl)\.(?= ?(?:tv|th|mf|$|,|\d))/giu,
      countries: ['DK', 'NO'],
    },
    {
      key: 'unit',
      form: /(?<=(?:\d|st|kl|sal)\.? ?)(?:tv|th|mf)(?![\p{L}\p{N}])\.?/giu,
      countries: ['DK', 'NO'],
    },
    // "14 B 32": number, staircase, flat.
    { key: 'staircase', form: /(?<=\d )\p{Lu}(?= \d{1,3}(?![\p{L}\p{N}]))/giu, countries: ['FI'] },
    { key: 'unit', form: /(?<=\d \p{L} )\d{1,3}(?!\p{N})\p{L}?/giu, countries: ['FI'] },
  ]
}

/** All that designators of any language name, overlaps included. */
export function designatedSpans(text: string): DesignatedSpan[] {
  forms ??= load()
  const found: DesignatedSpan[] = []
  for (const { key, form, countries } of forms) {
    for (const { index, 0: match } of text.matchAll(form)) {
      const end = index + match.trimEnd().length
      found.push({ key, start: index, end, ...(countries && { countries }) })
    }
  }
  return found
}

let numberPrefix: RegExp | undefined

/** Units of a house number's own designator at the end of a text: "Nr. ", "д. ", "№". */
export function numberDesignator(text: string): number {
  numberPrefix ??= new RegExp(
    `(?:^|(?<![\\p{L}\\p{N}]))(?:${words(numberWords).join('|')})[.:]?\\s*$`,
    'iu',
  )
  return numberPrefix.exec(text)?.[0].length ?? 0
}
