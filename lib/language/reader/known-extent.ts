import { isStreetTypeWord } from '#places/text'
import { isInitial } from './letter-case.ts'
import { endsFrom, type IsName, isKnownSpan, mayStart } from './name-candidates.ts'
import { isKindWord } from './name-end.ts'
import type { NameScan } from './name-scan.ts'
import { isKnown } from './rules.ts'
import type { TextToken } from './tokens.ts'

/**
 * The end of the longest known name that begins at a token. A single word of the language is no name in small letters,
 * nor are several small words of it: `the way`.
 */
export function knownEnd(scan: NameScan, start: number, isName: IsName): number | undefined {
  const { tokens, rules, isCased, taken } = scan
  if (taken[start] || !mayStart(tokens, start, rules, isCased)) return undefined
  // `1er` is one word.
  const isWithinWord = (end: number) =>
    tokens[end]?.isGlued === true &&
    tokens[end]!.kind === 'word' &&
    tokens[end - 1]!.kind === 'number'
  return endsFrom(tokens, start)
    .filter((end) => !taken.slice(start, end).some(Boolean) && isTelling(end) && !isWithinWord(end))
    .findLast((end) => isKnownSpan(tokens, start, end, isName))

  function isTelling(end: number): boolean {
    const words = tokens.slice(start, end).filter(({ kind }) => kind === 'word')
    return words.some(
      ({ isCapital, text }) =>
        isCapital ||
        !isKnown(text, rules) ||
        (words.length > 1 && !rules.words.function.has(text) && !rules.words.connectors.has(text)),
    )
  }
}

/** Known names of several words in small letters, whose words say nothing else: `largo do passeio alegre`. */
export function longNamesIn(
  tokens: readonly TextToken[],
  { isName, ...scan }: Omit<NameScan, 'tokens' | 'taken'>,
): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  if (!isName) return found
  for (let start = 0; start < tokens.length; start++) {
    const end = knownEnd({ ...scan, isName, tokens, taken: [] }, start, isName)
    if (end === undefined || end - start < 3) continue
    found.push({ start, end })
    start = end - 1
  }
  return found
}

/**
 * The end of a name found by its letters, corrected by what is known: a known name is taken whole, and what is behind
 * it belongs to it only with a capital that begins no other known name.
 */
export function correctedEnd(scan: NameScan, start: number, end: number, isName: IsName): number {
  const known = knownEnd(scan, start, isName)
  if (known === undefined || known >= end) return known ?? end
  const { tokens, rules } = scan
  let rest = known
  while (rest < end && isSmall(rest)) rest++
  const isOtherName =
    rest < end && knownEnd(scan, rest, isName) !== undefined && !isOneName(scan, start, known, rest)
  const hasCapital = tokens
    .slice(rest, end)
    .some(({ isCapital, kind }) => isCapital || kind === 'number')
  return isOtherName || !hasCapital ? known : end

  function isSmall(at: number): boolean {
    const { kind, text, isCapital } = tokens[at]!
    const { connectors, articles } = rules.words
    return kind === 'mark' || (!isCapital && (connectors.has(text) || articles.has(text)))
  }
}

/**
 * Two known names that are one: with capitals behind a preposition with nothing between them (`vom Fairmont Monte
 * Carlo`), or with a word for `of` (`à Alfândega do Porto`); a word for a street and its name.
 */
function isOneName(
  { tokens, rules, isCased }: NameScan,
  start: number,
  known: number,
  rest: number,
): boolean {
  const gap = tokens.slice(known, rest)
  // `rua galeria de paris`
  const isStreetWord = known === start + 1 && isStreetTypeWord(tokens[start]!.text)
  if (gap.length === 0 && isStreetWord) return true
  if (!isCased || !tokens[rest]!.isCapital) return false
  const isBehindRole = [1, 2, 3].some((back) =>
    start >= back ? rules.roles.at(tokens, start - back).some(({ end }) => end === start) : false,
  )
  // `Hotel Torni, the Fairmont Monte Carlo`: an item of a list.
  const hasArticle = rules.words.articles.has(tokens[start - 1]?.text ?? '')
  const before = tokens[start - (hasArticle ? 2 : 1)]?.text ?? ''
  const isItem = /^[,;:]$/.test(before) || rules.words.and.has(before)
  if (gap.length === 0) return isBehindRole || isItem
  if (!isBehindRole) return false
  if (isStreetTypeWord(tokens[rest]!.text)) return false
  const isTo = rules.roles.at(tokens, known).some(({ name }) => name === 'to')
  return !isTo && gap.every(({ text }) => rules.words.ofTown.has(text))
}

/**
 * The start of a name, corrected by what is known: with the word before it if only both are a name (`la Massana`,
 * `Tour Odéon`), without an article or the first word of a
 * sentence if only the rest is (`Il Refugi de l'Illa`, `Parmi Kiasma`).
 */
export function correctedStart(
  scan: NameScan,
  { start, end, articleStart }: { start: number; end: number; articleStart: number },
  isName: IsName,
): number {
  const { tokens, rules, isCased } = scan
  const isKnownFrom = (from: number) => isKnownSpan(tokens, from, end, isName)
  // `La Massana`, also where `Massana` is a name.
  if (articleStart < start && isKnownFrom(articleStart)) return articleStart
  if (isKnownFrom(start)) return start
  const first = tokens[start]!
  const mayGo = rules.words.articles.has(first.text) || isInitial(tokens, start)
  // `schlusspunkt hotel torni`, `die Linie Canillo`: a word that is no part of a name.
  const isMereWord =
    (!isCased || (rules.table.capitalNouns && !isKindWord(first.text))) &&
    knownEnd(scan, start, isName) === undefined
  if ((mayGo || isMereWord) && start + 1 < end && isKnownFrom(start + 1)) return start + 1
  // `Le Pic de Comapedrosa` at the beginning of a sentence; the whole stays as another reading.
  const isArticle = rules.words.articles.has(first.text) && tokens[start + 1]?.kind === 'word'
  if (isCased && isInitial(tokens, start) && isArticle && tokens[start + 1]!.isCapital)
    return start + 1
  // `coronas de flores de encamp`, `Hebamme in Encamp`: things and people, and a known place behind a small word.
  // `Drei Zahnärzte in Escaldes`
  const isCounted = rules.numbers.has(tokens[start - 1]?.text ?? '')
  if (!isCounted && isKindWord(first.text)) return start
  if (knownEnd(scan, start, isName) !== undefined) return start
  const isRole = (at: number, role: string) =>
    at < tokens.length && rules.roles.at(tokens, at).some(({ name }) => name === role)
  for (let at = start + 2; at < end; at++) {
    const isInTown =
      rules.words.inTown.has(tokens[at - 1]!.text) &&
      (isCounted || !isKindWord(tokens[at - 2]!.text))
    const isJoint = isInTown || (!isCased && isRole(at - 1, 'from') && isRole(end, 'to'))
    if (isJoint && tokens[at]!.kind === 'word' && isKnownFrom(at)) return at
  }
  return start
}
