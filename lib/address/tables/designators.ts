import table from '../../../data/address/designators.json' with { type: 'json' }
import type { ComponentKey } from '../components.ts'

/** Part of a text that a designator ("Apt", "floor", "PO Box") names, with the designator. */
export interface DesignatedSpan {
  key: ComponentKey
  start: number
  end: number
  /** Alpha-2 of the only countries where it has this meaning. */
  countries?: readonly string[]
}

/** Sources of regular expressions; a blank stands for any white space. */
interface DesignatorWords {
  /** Before the value: "Apt 4B". */
  before: readonly string[]
  /** After the value: "3rd floor". */
  after?: readonly string[]
  /** After a single letter: "B wing". */
  lettered?: readonly string[]
  /** Without a value: "ground floor". */
  alone?: readonly string[]
}

const wordStart = /(?<![\p{L}\p{N}\p{M}])\S/gu
const wordEnd = '(?![\\p{L}\\p{N}\\p{M}])'
/** "4B", "B-12", "1203-A", "12/4", "12 c". */
const unitNumber =
  '(?:(?:no|nr|nº|n°)[.:]? ?|[#№] ?)?(?:\\p{L}{1,2}-?)?\\d+(?:\\.\\d+)?(?: ?\\p{L}(?![\\p{L}\\p{N}.]))?(?:[-/&]\\d*\\p{L}?)?[ºª°]?'
/** "C", "izq." */
const letter = "(?:\\p{L}(?!['’.])|izq(?:da)?|dcha?|der|esq|dto|mf|tv|th|[IVX]{1,4})"
const boxNumber = '(?:(?:no|nr|nº)[.:]? ?)?[#№]?(?:\\p{L}{1,2} ?)?\\d+\\p{L}?(?:[-/ ]\\d+)*'
const ordinal =
  '(?:\\d{1,3} ?(?:st|nd|rd|th|er|ère|re|ème|eme|e|º|ª|°|o|a|-й|й|\\.º|\\.ª|\\.|:a|:e|η|ος)?|[IVX]{1,4}\\.?|primer|segundo|tercer)'

/** "5 gebouw" is a house number and a building. */
const markedOrdinal = '(?:\\d{1,3} ?(?:st|nd|rd|th|er|ère|re|ème|eme|e|º|ª|-й|й|\\.)|[IVX]{1,4}\\.)'

/**
 * One of the words, the longest first, so that "apartment" is not matched as "apart" and a rest. Words
 * with the same first letter share it, so that most places of a text fail at one comparison a letter.
 */
function anyOf(words: readonly string[]): string {
  const sources = words.map((word) => word.replaceAll(' ', '\\s'))
  const longestFirst = sources.sort((a, b) => b.length - a.length)
  const groups = Object.groupBy(longestFirst, (word) => /^\p{L}(?![?*+{])/u.exec(word)?.[0] ?? '')
  const alternatives = Object.entries(groups).map(([letter, group = []]) => {
    const rests = group.map((word) => word.slice(letter.length))
    return letter === '' ? rests.join('|') : `${letter}(?:${rests.join('|')})`
  })
  return `(?:${alternatives.join('|')})`
}

/** To be tried where words start: a search through the text would try each word of the table at each letter. */
function pattern(words: DesignatorWords, value = unitNumber): RegExp {
  const forms = [`${anyOf(words.before)}[.:]? ?(?:${value})${wordEnd}`]
  if (value === unitNumber) {
    const long = words.before.filter((word) => word.length > 1)
    forms.push(`${anyOf(long)}(?:[.:] ?| )${letter}${wordEnd}`)
  }
  if (words.after) {
    const side = `(?: (?:links|rechts|mitte)${wordEnd})?`
    const counted = words.lettered ? markedOrdinal : ordinal
    forms.push(`${counted}[ -]?${anyOf(words.after)}${wordEnd}\\.?${side}(?!:? ?\\d(?!\\d?\\.))`)
  }
  if (words.lettered) {
    forms.push(`\\p{L}[ -]?${anyOf(words.lettered)}${wordEnd}`)
  }
  if (words.alone) forms.push(`${anyOf(words.alone)}${wordEnd}`)
  return new RegExp(forms.join('|'), 'iuy')
}

const iberian = ['ES', 'AD', 'PT', 'AR', 'MX', 'CL', 'CO', 'UY']

interface DesignatorForm {
  key: ComponentKey
  form: RegExp
  countries?: readonly string[]
}

let forms: readonly DesignatorForm[] | undefined

function load(): DesignatorForm[] {
  return [
    { key: 'po_box', form: pattern(table.po_box, boxNumber) },
    // "Postboks 450 Sentrum"
    {
      key: 'po_box',
      form: /(?<!\p{L})(?:post)?boks \d+ (?!\d)\p{L}+(?=,? \d{4} )/giu,
      countries: ['DK', 'NO'],
    },
    { key: 'unit', form: pattern(table.unit) },
    {
      key: 'unit',
      form: /(?<![\p{L}\p{N}])# ?(?:\d+(?: ?\p{L})?|\p{L}\d*)(?:-\d+)?(?![\p{L}\p{N}])/gu,
    },
    { key: 'level', form: pattern(table.level) },
    { key: 'level', form: /(?<![\p{L}\p{N}.,])\d{1,2}\.?[ºª°](?!\p{N})/gu },
    // "12/F", "G/F" in Hong Kong and China
    { key: 'level', form: /(?<![\p{L}\p{N}/])(?:\d{1,2}|[LU]?G|B|M)\/F(?![\p{L}\p{N}/])/gu },
    // "5F" in East Asia
    {
      key: 'level',
      form: /(?<![\p{L}\p{N}])B?\d{1,2}F(?![\p{L}\p{N}])/gu,
      countries: ['CN', 'HK', 'JP', 'KR', 'PH', 'SG', 'TH', 'TW'],
    },
    { key: 'staircase', form: pattern(table.staircase) },
    { key: 'entrance', form: pattern(table.entrance) },
    { key: 'house', form: pattern(table.house) },
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
}

/** Spans named by designators of any language; they may overlap. */
export function designatedSpans(text: string): DesignatedSpan[] {
  forms ??= load()
  const found: DesignatedSpan[] = []
  const starts = Array.from(matchesIn(text, wordStart), ({ index }) => index)
  for (const { key, form, countries } of forms) {
    const matches = form.sticky ? matchesAt(starts, text, form) : matchesIn(text, form)
    for (const { index, 0: match } of matches) {
      const end = index + match.trimEnd().length
      found.push({ key, start: index, end, ...(countries && { countries }) })
    }
  }
  return found
}

/** As `matchAll`, which copies the expression for each text: most texts have no match. */
function* matchesIn(text: string, form: RegExp): Generator<RegExpExecArray> {
  form.lastIndex = 0
  for (let match = form.exec(text); match; match = form.exec(text)) yield match
}

function* matchesAt(
  starts: readonly number[],
  text: string,
  form: RegExp,
): Generator<RegExpExecArray> {
  let end = 0
  for (const start of starts) {
    if (start < end) continue
    form.lastIndex = start
    const match = form.exec(text)
    if (!match) continue
    end = form.lastIndex
    yield match
  }
}

let numberPrefix: RegExp | undefined

/** Length of a house number's designator at the end of a text: "Nr. ", "д. ", "№"; 0 without one. */
export function numberDesignator(text: string): number {
  numberPrefix ??= new RegExp(
    `(?:^|(?<![\\p{L}\\p{N}]))${anyOf(table.house_number.before)}[.:]?\\s*$`,
    'iu',
  )
  return numberPrefix.exec(text)?.[0].length ?? 0
}
