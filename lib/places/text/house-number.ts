import anyAscii from 'any-ascii'

/** A single number within a house number, or a range of numbers. */
export interface HouseNumberPart {
  /** Letters before the number: `a` in `A12`. */
  prefix: string
  number: number
  /** Canonical text after the number: `a`, `bis`, ` 1/2`, `/4`, `k2s1`; often empty. */
  suffix: string
  /** Last number of a range; in a range of letters (`14a-c`), the number itself. */
  to?: number
  toSuffix?: string
}

export interface HouseNumber {
  /** Canonical text, which is equal for equal house numbers. */
  key: string
  /** Numbers and ranges; several for a list (`1;3;5`). */
  parts: readonly HouseNumberPart[]
}

/** A house number as text, or parsed once for many comparisons. */
export type AnyHouseNumber = string | HouseNumber

const maxTextLength = 40
const maxParts = 20
const maxSuffixLength = 9
/** Maximum width of a range. A wider one is a number with a part: 25-10 in Queens, 1-1200 in Okinawa. */
const maxRange = 400

/**
 * Parses a house number: full-width and circled digits, `nº 7`, `#5`, `д. 10`, suffixes with or without a gap
 * (`14a`, `14 A`, `14-a`, `12 bis`, `16 1/2`, `12/4`), ranges (`17-19`, `14a-c`), lists (`1;3;5`), building parts
 * (`10к2`, `5 стр. 1`), letters before the number (`A12`). Returns `undefined` for a text without a number or with
 * other words, such as `s/n` or a street.
 */
export function parseHouseNumber(text: string): HouseNumber | undefined {
  if (text.length > maxTextLength) return undefined
  const parts: HouseNumberPart[] = []
  for (const item of simplifyHouseNumber(text).split(/ ?[;,&+] ?/)) {
    if (item === '') continue
    const part = parsePart(item) ?? parseLetterAfter(item, parts.at(-1))
    if (!part || parts.length === maxParts) return undefined
    parts.push(part)
  }
  if (parts.length === 0) return undefined
  return { parts, key: parts.map(formatKey).join(';') }
}

function ensureParsed(given: AnyHouseNumber): HouseNumber | undefined {
  return typeof given === 'string' ? parseHouseNumber(given) : given
}

/** Converts a text to lower-case ASCII without number signs, with building parts in the short form. */
function simplifyHouseNumber(text: string): string {
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

function parsePart(item: string): HouseNumberPart | undefined {
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

/** Parses a letter that continues the previous number, such as the b of `14a, b`. */
function parseLetterAfter(item: string, before: HouseNumberPart | undefined) {
  if (!before || !/^[a-z]$/.test(item)) return undefined
  return { prefix: before.prefix, number: before.to ?? before.number, suffix: item }
}

function formatKey({ prefix, number, suffix, to, toSuffix = '' }: HouseNumberPart): string {
  return `${prefix}${number}${suffix}${to === undefined ? '' : `-${to}${toSuffix}`}`
}

/** Returns whether two house numbers are equal; texts without a number are compared as text. */
export function isSameHouseNumber(a: AnyHouseNumber, b: AnyHouseNumber): boolean {
  const first = ensureParsed(a)
  const second = ensureParsed(b)
  if (first && second) return first.key === second.key
  return !first && !second && letters(a as string) === letters(b as string)
}

function letters(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Compares a queried house number with a tagged one. Returns `exact` if they are equal. Returns `part` if one is in
 * the list or range of the other (on the same side of the street if both ends of the range are), if one is the
 * second number of a Czech pair (`123/4`), or if the tag contains more than a number (`8, Floor 6`). Returns `base`
 * if only the numbers are equal.
 */
export function matchHouseNumbers(
  query: AnyHouseNumber,
  tagged: AnyHouseNumber,
): 'exact' | 'part' | 'base' | undefined {
  if (isSameHouseNumber(query, tagged)) return 'exact'
  const asked = ensureParsed(query)
  const there = ensureParsed(tagged) ?? parseLeading(tagged)
  if (!asked || !there) return undefined
  if (hasMatchingPair(asked, there, (a, b) => containsPart(b, a) || containsPart(a, b)))
    return 'part'
  if (hasMatchingPair(asked, there, (a, b) => a.number === b.number && isPrefixCompatible(a, b)))
    return 'base'
  return undefined
}

/** Parses the number before a comma, such as the 8 of a tagged `8, Floor 6`. */
function parseLeading(tagged: AnyHouseNumber): HouseNumber | undefined {
  if (typeof tagged !== 'string') return undefined
  const comma = tagged.indexOf(',')
  return comma > 0 ? parseHouseNumber(tagged.slice(0, comma)) : undefined
}

function hasMatchingPair(
  a: HouseNumber,
  b: HouseNumber,
  test: (a: HouseNumberPart, b: HouseNumberPart) => boolean,
): boolean {
  return a.parts.some((first) => b.parts.some((second) => test(first, second)))
}

function isPrefixCompatible(a: HouseNumberPart, b: HouseNumberPart): boolean {
  return a.prefix === b.prefix || a.prefix === '' || b.prefix === ''
}

function containsPart(range: HouseNumberPart, single: HouseNumberPart): boolean {
  if (single.to !== undefined || range.prefix !== single.prefix) return false
  if (range.to === undefined) {
    if (formatKey(range) === formatKey(single)) return true
    return range.suffix === `/${formatKey(single)}` && range.number > single.number
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
 * Compares houses along a street by number, prefix, suffix, then end of the range; texts without a number come
 * last.
 */
export function compareHouseNumbers(a: AnyHouseNumber, b: AnyHouseNumber): number {
  const first = ensureParsed(a)
  const second = ensureParsed(b)
  if (!first || !second) {
    if (first || second) return first ? -1 : 1
    return compareTexts(letters(a as string), letters(b as string))
  }
  const left = first.parts[0]!
  const right = second.parts[0]!
  return (
    left.number - right.number ||
    compareTexts(left.prefix, right.prefix) ||
    compareTexts(left.suffix, right.suffix) ||
    (left.to ?? 0) - (right.to ?? 0) ||
    compareTexts(first.key, second.key)
  )
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
