import type { LatLon } from '#ground/geo'
import { followsPostcodeWord, postcodeEnd } from './addresses.ts'
import { correctedEnd, correctedStart, knownEnd } from './known-extent.ts'
import { isInitial } from './letter-case.ts'
import { isKnownSpan } from './name-candidates.ts'
import { isKindWord, longEnd, nameEnds } from './name-end.ts'
import { isLabel, type NameScan, nextWord } from './name-scan.ts'
import { articleStart, kindStart, nameStart } from './name-start.ts'
import { isKnown } from './rules.ts'
import { arrow, type TextToken } from './tokens.ts'

/** Tokens of a sentence that may be one place, or several joined by `and`. */
export interface Mention {
  kind: 'here' | 'position' | 'named'
  /** Tokens from `start` up to, not including, `end`. */
  start: number
  end: number
  position?: LatLon
  /** Where an article before the name starts, and the words behind it end that may belong to it. */
  articleStart: number
  longEnd: number
  /** Whether it is a kind of place and no name. */
  isKind?: boolean
  /** Whether all of it is the name of a place. */
  isKnown?: boolean
  /** Where its kind starts, if that stands before it in small letters: `beach of Larvotto`. */
  kindStart?: number
}

export function namesIn(scan: NameScan): Mention[] {
  const mentions: Mention[] = []
  const { tokens } = scan
  const endOfName = nameEnds(scan)
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind === 'position') {
      const { position } = token
      mentions.push({
        kind: 'position',
        start: at,
        end: at + 1,
        position,
        articleStart: at,
        longEnd: at + 1,
      })
    } else if (followsPostcodeWord(scan, at)) {
      const end = postcodeEnd(tokens, at)
      mentions.push({ kind: 'named', start: at, end, articleStart: at, longEnd: end })
      at = end - 1
    } else if (mayBegin(scan, at) || beginsKnown(scan, at)) {
      const { isName } = scan
      const byLetters = mayBegin(scan, at) ? endOfName(at) : at + 1
      const end = isName ? correctedEnd(scan, at, byLetters, isName) : byLetters
      if (!isOrdinary(scan, at, end)) mentions.push(nameAt(scan, at, end))
      at = end - 1
    }
  }
  return mentions
}

function nameAt(scan: NameScan, at: number, end: number): Mention {
  const { isName, tokens } = scan
  const article = articleStart(scan, at)
  const byLetters = nameStart(scan, at)
  const start = isName
    ? correctedStart(scan, { start: byLetters, end, articleStart: article }, isName)
    : byLetters
  const isWhole = isName !== undefined && isKnownSpan(tokens, start, end, isName)
  return {
    kind: 'named',
    start,
    end,
    articleStart: article,
    longEnd: isWhole ? end : longEnd(scan, end),
    isKnown: isWhole,
    kindStart: kindStart(scan, at),
  }
}

/** A known name that begins with an ordinary word in small letters: `market square`. */
function beginsKnown(scan: NameScan, at: number): boolean {
  const { isName, isCased } = scan
  const end = isName && !isCased ? knownEnd(scan, at, isName) : undefined
  return end !== undefined && end > at + 1
}

function mayBegin(scan: NameScan, at: number): boolean {
  const { tokens, rules, isCased, taken } = scan
  const token = tokens[at]!
  if (taken[at] || token.kind !== 'word') return false
  const isOfTable = isKnown(token.text, rules)
  if (!isCased) {
    const isFirstVerb = isInitial(tokens, at) && isVerb(scan, at) && !isKnownName(scan, at)
    return !isOfTable && token.text.length > 1 && !isFirstVerb
  }
  if (!token.isCapital || rules.words.nouns.has(token.text)) return false
  const next = nextWord(tokens, at + 1)
  const isBeforeCapital = tokens[next]?.isCapital === true && !taken[next]
  if (isLabel(scan, at)) return false
  if (isInitial(tokens, at)) {
    return (
      (!isOfTable && (!isVerb(scan, at) || isKnownName(scan, at))) ||
      isKindOfName(scan, at) ||
      isOrdinaryItem(scan, at) ||
      (rules.words.articles.has(token.text) && isBeforeCapital)
    )
  }
  return rules.table.capitalNouns ? !isOfTable || isBeforeCapital : token.raw !== 'I'
}

const isKnownName = ({ tokens, isName }: NameScan, at: number) =>
  isName?.(tokens[at]!.text) === true

/**
 * A word of the language that is an item of a list: behind a colon and before a comma, or a known name before a dash or
 * alone on its line (`Ordino`, which is a verb in Italian).
 */
function isOrdinaryItem({ tokens, isName }: NameScan, at: number): boolean {
  const after = tokens[at + 1]
  if (isItem(tokens, at)) return after?.text === ',' || after?.text === ';'
  const isAlone = after === undefined || after.text === '-' || after.text === arrow
  return isAlone && isName?.(tokens[at]!.text) === true
}

/** A kind that begins a name at the beginning of a sentence: `Rua das Flores`; not `Route from Kiasma`. */
function isKindOfName({ tokens, rules }: NameScan, at: number): boolean {
  const isRequest =
    rules.roles.at(tokens, at).length > 0 ||
    rules.intents.at(tokens, at).some(({ name }) => name !== 'reverse_geocode')
  if (!isKindWord(tokens[at]!.text) || isRequest) return false
  const { connectors, and, inTown } = rules.words
  let next = at + 1
  const isSmall = (text = '') =>
    text === "'" || (connectors.has(text) && ![and, inTown].some((words) => words.has(text)))
  while (isSmall(tokens[next]?.text)) next++
  return tokens[next]?.isCapital === true
}

/**
 * An unknown word that begins a sentence before a small one is likely a verb (`Create a table`), unless that word leads
 * from it to another place or joins it to one.
 */
function isVerb({ tokens, rules, taken }: NameScan, at: number): boolean {
  const next = tokens[at + 1]
  if (next?.text === '-' && next.isGlued) {
    // `Dis-moi`, not `Aix-les-Bains`.
    const goesOn = tokens[at + 3]?.text === '-' && tokens[at + 3]!.isGlued
    return tokens[at + 2]?.isGlued === true && !tokens[at + 2]!.isCapital && !goesOn
  }
  // `List 5 pubs`, not `Bulevardi 12 to`.
  const counted = next?.kind === 'number' ? tokens[at + 2] : undefined
  if (counted?.kind === 'word' && !counted.isCapital && !taken[at + 2])
    return !isKnown(counted.text, rules) && !rules.words.connectors.has(counted.text)
  if (next?.kind !== 'word' || next.isCapital || taken[at + 1] || isItem(tokens, at)) return false
  const { and, or, connectors } = rules.words
  if ([and, or, connectors].some((words) => words.has(next.text))) return false
  return !rules.roles.at(tokens, at + 1).some(({ name }) => name !== 'at' && name !== 'near')
}

/**
 * A single word of the vocabulary with a capital, such as a month, is no name; a small word of the language is one right
 * behind a preposition (`in Pal`).
 */
function isOrdinary({ tokens, rules }: NameScan, start: number, end: number): boolean {
  const { capitalNouns } = rules.table
  const isBehindRole =
    start > 0 && rules.roles.at(tokens, start - 1).some((role) => role.end === start)
  const isSmall = !rules.words.nouns.has(tokens[start]!.text) && tokens[start]!.raw.length > 1
  if (!capitalNouns && isBehindRole && isSmall && tokens[start]!.isCapital) return false
  const words = tokens.slice(start, end).filter(({ kind }) => kind === 'word')
  return (
    words.every(({ text }) => rules.words.nouns.has(text) || rules.words.function.has(text)) &&
    words.length <= 1
  )
}

/** Behind a colon, where names are listed rather than things done. */
const isItem = (tokens: readonly TextToken[], at: number) => tokens[at - 1]?.text === ':'
