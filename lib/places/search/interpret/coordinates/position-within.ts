import type { LatLon } from '#ground/geo'
import { withoutPositionWords } from '../near-phrase.ts'
import { anglePairIn } from './angle-pairs.ts'
import { coordinatesIn } from './coordinates.ts'
import { isShortPlusCode } from './plus-codes.ts'

/** A text that has coordinates or a short plus code beside other words. */
export interface TextWithPosition {
  /** The coordinates, or a plus code that a place or the focus must complete. */
  position: LatLon | { shortCode: string }
  /** The other words, without those that lead to the coordinates (`near`, `at`, `GPS`). */
  rest: string
}

/** Words that coordinates take at most (`N 42 30 27 , E 1 31 12`), and words of a text looked at. */
const maxSpanWords = 9
const maxWords = 40

const mayHavePosition = /\d[.,°º'+]|\d\s*(?:mE|[NSEWO])\b|[CFGHJMPQRVWX]\+|:\/\/|\d{6}/i
const mayBegin =
  /^[[(]?(?:[+-]?\d|[NSEWO](?:$|[\d+-])|lat|lon|lng|br|l[äa]n|geo:|https?:|utm|POINT|SRID|\{)/i

/**
 * The coordinates within a longer text, in any notation of `coordinatesIn`. Plain figures need two decimals each
 * of three places, because addresses have figures too; fewer places are enough behind a word such as `near`,
 * or when `isSubject` accepts the other words.
 */
export function positionWithin(
  text: string,
  isSubject: (rest: string) => boolean,
): TextWithPosition | undefined {
  if (!mayHavePosition.test(text)) return undefined
  const words = text
    .replaceAll('\u2212', '-')
    .replace(/(?<!\/)@(?=\s*[+-]?\d)/g, ' ')
    .trim()
    .split(/\s+/)
  if (words.length > maxWords) return undefined
  for (let count = Math.min(maxSpanWords, words.length); count >= 1; count--) {
    for (let first = 0; first + count <= words.length; first++) {
      if (!mayBegin.test(words[first]!) && !words[first]!.includes('+')) continue
      const end = first + count
      const span = words
        .slice(first, end)
        .join(' ')
        .replace(/^[,;:]+|(?<![,;:])[,;:]+$/g, '')
      const position = isShortPlusCode(span) ? { shortCode: span } : coordinatesIn(span)
      if (!position) continue
      const { rest, isRelated } = withoutPositionWords(
        words.slice(0, first).join(' '),
        words.slice(end).join(' '),
      )
      // `12, 3` beside words is a house number and a floor.
      const isRead = hasDecimals(span) && (isRelated || isSubject(rest))
      const isSure = rest === '' || !isPlainPair(span) || isRead
      if (isSure || hasManyDecimals(span)) return { position, rest }
    }
  }
  return undefined
}

/** Two angles without marks and labels; or with letters, but of whole degrees or minutes, as in `12 N 35 E`. */
function isPlainPair(span: string): boolean {
  if (!anglePairIn(span) || /[°º]|\p{L}{3}/u.test(span)) return false
  const isFine = /\d\.\d.*\d\.\d/.test(span) || /\d[ :-]\d+[ :-]\d.*\d[ :-]\d+[ :-]\d/.test(span)
  return !(isFine && /[NS]/i.test(span) && /[EWO]/i.test(span))
}

function hasDecimals(span: string): boolean {
  return /^\D*\d{1,3}[.,]\d+\D+\d{1,3}[.,]\d+\D*$/.test(span)
}

function hasManyDecimals(span: string): boolean {
  return /^\D*\d{1,3}[.,]\d{3,}\D+\d{1,3}[.,]\d{3,}\D*$/.test(span)
}
