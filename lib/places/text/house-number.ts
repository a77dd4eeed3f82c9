import anyAscii from 'any-ascii'

/** One number of a house number, or one range of numbers. */
export interface HouseNumberPart {
  /** Letters before the number: `a` in A12. */
  prefix: string
  number: number
  /** Canonical text after the number: `a`, `bis`, ` 1/2`, `/4`, `k2s1`; often empty. */
  suffix: string
  /** The last number of a range; in a range of letters (`14a-c`) the number itself. */
  to?: number
  toSuffix?: string
}

export interface HouseNumber {
  /** Canonical text: equal for equal house numbers. */
  key: string
  /** Several for a list (`1;3;5`). */
  parts: readonly HouseNumberPart[]
}

/** A house number as text, or parsed once to be compared with many. */
export type AnyHouseNumber = string | HouseNumber

const maxTextLength = 40
const maxParts = 20
const maxSuffixLength = 9
/** A wider range is a number with a part: 25-10 in Queens, 1-1200 in Okinawa. */
const maxRange = 400

/**
 * Parses a house number: full-width and circled digits, `nº 7`, `#5`, `д. 10`, suffixes with or without a
 * gap (`14a`, `14 A`, `14-a`, `12 bis`, `16 1/2`, `12/4`), ranges (`17-19`, `14a-c`), lists (`1;3;5`),
 * building parts (`10к2`, `5 стр. 1`), letters before (`A12`). `undefined` for a text without a
 * number or with other words, such as `s/n` or a street.
 */
export function parseHouseNumber(text: string): HouseNumber | undefined {
  if (text.length > maxTextLength) return undefined
  const parts: HouseNumberPart[] = []
  for (const item of plain(text).split(/ ?[;,&+] ?/)) {
    if (item === '') continue
    const part = partOf(item) ?? letterAfter(item, parts.at(-1))
    if (!part || parts.length === maxParts) return undefined
    parts.push(part)
  }
  if (parts.length === 0) return undefined
  return { parts, key: parts.map(keyOf).join(';') }
}

function parsed(given: AnyHouseNumber): HouseNumber | undefined {
  return typeof given === 'string' ? parseHouseNumber(given) : given
}

/** ASCII, lower case, without number signs; building parts in the short form. */
function plain(text: string): string {
  return anyAscii(
    text
      .replace(/[½¼¾⅓⅔]/g, (sign) => ` ${sign.normalize('NFKD').replace('\u2044', '/')}`)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<=^|[;,&+])\s*(?:дом|д|владение|вл)[\s.]*(?=\d)/g, '')
      .replace(/(\d) ?(?:番地?|丁目|번길) ?(?=\d)/g, '$1-')
      .replace(/(\d) ?(?:号|號|番地?|번지|번)\s*$/, '$1')
      .replace(
        /(?<=^|[;,&+])\s*(?:n[o°º]?|nro|nr|num(?:ero)?|#)(?:[°º.\s-]+|(?<=[o°r#]))(?=\d)/g,
        '',
      )
      .replace(/\p{Pd}/gu, '-'),
  )
    .replace(/[ ,]*\b(?<=[\d ,])(k|s)(?:orp|orpus|tr|troenie)?\b[. ]*(?=\d)/g, '$1')
    .replace(/(?<=\d)[ ,]*(k|s)(?:orp|orpus|tr|troenie)[. ]*(?=\d)/g, '$1')
    .replace(/[ ,]*\b(?:lit|litera)[. ]+(?=[a-z]\b)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const whole = /^(?:([a-z]{1,2})[ .-]?)?(\d{1,6})(.*)$/
const numberRange = /^[ -]?([a-z]?) ?(?:-|\.\.| to | bis | au | tot ) ?(\d{1,6})[ -]?([a-z]?)$/
const letterRange = /^[ -]?([a-z]) ?- ?([a-z])$/
const fraction = /^[ -](\d\/\d)(?: ?([a-z]))?$/
const divided = /^ ?[-/] ?(\d[a-z0-9]{0,5}(?:[-/][a-z0-9]{1,6})*)$/
const lettered =
  /^(?:[/-]?([a-z][a-z0-9]{0,8})| [/-]? ?([a-z]\d{0,3}|bis|ter|quater|quinquies|sexies|septies))(?:[ -]([a-z0-9]{1,4}))?$/

function partOf(item: string): HouseNumberPart | undefined {
  const [, prefix = '', digits, rest = ''] = whole.exec(item) ?? []
  if (digits === undefined) return undefined
  const part = { prefix, number: Number(digits) }
  if (rest === '') return { ...part, suffix: '' }
  const [, suffix = '', last, toSuffix = ''] = numberRange.exec(rest) ?? []
  const to = Number(last)
  const rises = to > part.number || (to === part.number && suffix !== '' && suffix < toSuffix)
  if (rises && to - part.number <= maxRange) return { ...part, suffix, to, toSuffix }
  const letters = letterRange.exec(rest)
  if (letters && letters[1]! < letters[2]!) {
    return { ...part, suffix: letters[1]!, to: part.number, toSuffix: letters[2]! }
  }
  const half = fraction.exec(rest)
  if (half) return { ...part, suffix: ` ${half[1]!}${half[2] ?? ''}` }
  const second = divided.exec(rest)
  if (second) return { ...part, suffix: `/${second[1]!.replaceAll('-', '/')}` }
  const named = lettered.exec(rest)
  const after = named && (named[1] ?? named[2]!) + (named[3] ?? '')
  return after && after.length <= maxSuffixLength ? { ...part, suffix: after } : undefined
}

/** The b of `14a, b`. */
function letterAfter(item: string, before: HouseNumberPart | undefined) {
  if (!before || !/^[a-z]$/.test(item)) return undefined
  return { prefix: before.prefix, number: before.to ?? before.number, suffix: item }
}

function keyOf({ prefix, number, suffix, to, toSuffix = '' }: HouseNumberPart): string {
  return `${prefix}${number}${suffix}${to === undefined ? '' : `-${to}${toSuffix}`}`
}

/** Whether two house numbers are equal; texts without a number are compared as text. */
export function sameHouseNumber(a: AnyHouseNumber, b: AnyHouseNumber): boolean {
  const first = parsed(a)
  const second = parsed(b)
  if (first && second) return first.key === second.key
  return !first && !second && letters(a as string) === letters(b as string)
}

function letters(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * How a tagged house number matches a query: `exact`; `part` if one is in the list or range of the other
 * (on the same side of the street if both ends of the range are), is the second number of a Czech pair
 * (`123/4`), or the tag has more than a number (`8, Floor 6`); `base` if only the numbers are equal.
 */
export function houseNumberMatches(
  query: AnyHouseNumber,
  tagged: AnyHouseNumber,
): 'exact' | 'part' | 'base' | undefined {
  if (sameHouseNumber(query, tagged)) return 'exact'
  const asked = parsed(query)
  const there = parsed(tagged) ?? leading(tagged)
  if (!asked || !there) return undefined
  if (anyPair(asked, there, (a, b) => holds(b, a) || holds(a, b))) return 'part'
  if (anyPair(asked, there, (a, b) => a.number === b.number && fit(a, b))) return 'base'
  return undefined
}

/** The 8 of a tagged `8, Floor 6`. */
function leading(tagged: AnyHouseNumber): HouseNumber | undefined {
  if (typeof tagged !== 'string') return undefined
  const comma = tagged.indexOf(',')
  return comma > 0 ? parseHouseNumber(tagged.slice(0, comma)) : undefined
}

function anyPair(
  a: HouseNumber,
  b: HouseNumber,
  test: (a: HouseNumberPart, b: HouseNumberPart) => boolean,
): boolean {
  return a.parts.some((first) => b.parts.some((second) => test(first, second)))
}

function fit(a: HouseNumberPart, b: HouseNumberPart): boolean {
  return a.prefix === b.prefix || a.prefix === '' || b.prefix === ''
}

function holds(range: HouseNumberPart, single: HouseNumberPart): boolean {
  if (single.to !== undefined || range.prefix !== single.prefix) return false
  if (range.to === undefined) {
    if (keyOf(range) === keyOf(single)) return true
    return range.suffix === `/${keyOf(single)}` && range.number > single.number
  }
  const { number, to, suffix, toSuffix = '' } = range
  if (number === to) {
    return single.number === number && suffix <= single.suffix && single.suffix <= toSuffix
  }
  if (single.number < number || single.number > to) return false
  if (single.suffix !== '' && single.suffix !== suffix && single.suffix !== toSuffix) return false
  return (to - number) % 2 !== 0 || (single.number - number) % 2 === 0
}

/**
 * Comparator for houses along a street: by number, prefix, suffix, then end of the range; texts without a
 * number last.
 */
export function houseNumberOrder(a: AnyHouseNumber, b: AnyHouseNumber): number {
  const first = parsed(a)
  const second = parsed(b)
  if (!first || !second) {
    if (first || second) return first ? -1 : 1
    return compare(letters(a as string), letters(b as string))
  }
  const left = first.parts[0]!
  const right = second.parts[0]!
  return (
    left.number - right.number ||
    compare(left.prefix, right.prefix) ||
    compare(left.suffix, right.suffix) ||
    (left.to ?? 0) - (right.to ?? 0) ||
    compare(first.key, second.key)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
