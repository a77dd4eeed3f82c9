import anyAscii from 'any-ascii'

/** One number of a house number, or one range of numbers. */
export interface HouseNumberPart {
  /** Letters before the number: the a of A12. */
  prefix: string
  number: number
  /** What follows the number, canonical: `a`, `bis`, ` 1/2`, `/4`, `k2s1`; often empty. */
  suffix: string
  /** Of a range the last number; of a range of letters (`14a-c`) the number itself. */
  to?: number
  toSuffix?: string
}

export interface HouseNumber {
  /** Canonical: equal texts are equal house numbers. */
  key: string
  /** One, or those of a list (`1;3;5`). */
  parts: readonly HouseNumberPart[]
}

/** House numbers as text or read already, which saves time when one is compared with many. */
export type AnyHouseNumber = string | HouseNumber

const longestText = 40
const mostParts = 20
const longestSuffix = 9
/** A range over more numbers is a number with a part: 25-10 of Queens, 1-1200 of Okinawa. */
const widestRange = 400

/**
 * A house number read: full-width and circled figures, `nº 7`, `#5`, `д. 10`, suffixes with or without a
 * gap (`14a`, `14 A`, `14-a`, `12 bis`, `16 1/2`, `12/4`), ranges (`17-19`, `14a-c`), lists (`1;3;5`),
 * building parts (`10к2`, `5 стр. 1`), letters before (`A12`). `undefined` for what has no number in
 * it or is something else as well, such as `s/n` or a street.
 */
export function parseHouseNumber(text: string): HouseNumber | undefined {
  if (text.length > longestText) return undefined
  const parts: HouseNumberPart[] = []
  for (const item of plain(text).split(/ ?[;,&+] ?/)) {
    if (item === '') continue
    const part = partOf(item) ?? letterAfter(item, parts.at(-1))
    if (!part || parts.length === mostParts) return undefined
    parts.push(part)
  }
  if (parts.length === 0) return undefined
  return { parts, key: parts.map(keyOf).join(';') }
}

function read(given: AnyHouseNumber): HouseNumber | undefined {
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
  if (rises && to - part.number <= widestRange) return { ...part, suffix, to, toSuffix }
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
  return after && after.length <= longestSuffix ? { ...part, suffix: after } : undefined
}

/** The b of `14a, b`. */
function letterAfter(item: string, before: HouseNumberPart | undefined) {
  if (!before || !/^[a-z]$/.test(item)) return undefined
  return { prefix: before.prefix, number: before.to ?? before.number, suffix: item }
}

function keyOf({ prefix, number, suffix, to, toSuffix = '' }: HouseNumberPart): string {
  return `${prefix}${number}${suffix}${to === undefined ? '' : `-${to}${toSuffix}`}`
}

/** Whether two texts say the same house number; texts without a number are compared letter by letter. */
export function sameHouseNumber(a: AnyHouseNumber, b: AnyHouseNumber): boolean {
  const first = read(a)
  const second = read(b)
  if (first && second) return first.key === second.key
  return !first && !second && letters(a as string) === letters(b as string)
}

function letters(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * How a house as tagged answers the number asked for: `exact`; `part` when it is in the list or range of
 * the other (on its side of the street where the ends of the range are on one), or the second number of
 * a Czech pair (`123/4`), or when more is tagged than a number (`8, Floor 6`); `base` when the number is the same and what stands around it is not.
 */
export function houseNumberMatches(
  query: AnyHouseNumber,
  tagged: AnyHouseNumber,
): 'exact' | 'part' | 'base' | undefined {
  if (sameHouseNumber(query, tagged)) return 'exact'
  const asked = read(query)
  const there = read(tagged) ?? leading(tagged)
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
 * The order of houses along a street: by number, then what stands before it, then the suffix, ranges
 * after their first number; texts without a number last. For `Array.sort`.
 */
export function houseNumberOrder(a: AnyHouseNumber, b: AnyHouseNumber): number {
  const first = read(a)
  const second = read(b)
  if (!first || !second) {
    if (first || second) return first ? -1 : 1
    return compare(letters(a as string), letters(b as string))
  }
  const one = first.parts[0]!
  const two = second.parts[0]!
  return (
    one.number - two.number ||
    compare(one.prefix, two.prefix) ||
    compare(one.suffix, two.suffix) ||
    (one.to ?? 0) - (two.to ?? 0) ||
    compare(first.key, second.key)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
