import type { Mention } from './mentions.ts'
import type { PhraseMatch } from './phrases.ts'
import type { LanguageRules } from './rules.ts'
import { arrow, type TextToken } from './tokens.ts'

/** What the words before a place say of it; the intent decides what becomes of that. */
export type RoleCue =
  | 'start'
  | 'end'
  | 'via'
  | 'presence'
  | 'from'
  | 'to'
  | 'between'
  | 'at'
  | 'near'

export interface RoledMention extends Mention {
  role: RoleCue | undefined
  /** Index of its sentence. */
  sentence: number
  /** All role phrases in the gap before it. */
  roles: readonly RoleCue[]
  /** Whether only separators stand between the mention before and this one. */
  isListed: boolean
  /** Whether an arrow leads to it: `A -> B`. */
  isArrowed: boolean
  tokens: readonly TextToken[]
}

interface RoleScan {
  tokens: readonly TextToken[]
  roles: readonly PhraseMatch[]
  cues: readonly PhraseMatch[]
  /** Tokens of a mode, a quantity or a time. */
  taken: readonly boolean[]
  rules: LanguageRules
  sentence: number
}

const strong: readonly RoleCue[] = ['start', 'end', 'via', 'presence']
const weak: readonly RoleCue[] = ['between', 'to', 'from', 'at', 'near']

/** Words between a weak role (`to`) and its place, at most: `to the pretty village of`. */
const maxWeakDistance = 5

export function withRoles(mentions: readonly Mention[], scan: RoleScan): RoledMention[] {
  const found: RoledMention[] = []
  let gapStart = 0
  for (const [i, mention] of mentions.entries()) {
    // `Départ la Massana`: a phrase may have the article of the name.
    const hasArticle = scan.rules.words.articles.has(scan.tokens[mention.start]!.text)
    const gapEnd = Math.max(mention.kindStart ?? mention.start, mention.start + Number(hasArticle))
    // `X at the end; A, B and C in any order`: a semicolon ends what is said of X.
    const isOfClause = ({ end }: PhraseMatch) =>
      scan.tokens.slice(end, gapEnd).every(({ text }) => text !== ';')
    const inGap = scan.roles.filter(
      (match) => match.start >= gapStart && match.end <= gapEnd && isOfClause(match),
    )
    // A place that is itself a phrase (`from here`) has its role in it.
    const roles = inGap.map(({ name }) => name as RoleCue)
    const previous = found.at(-1)
    const isListed = previous !== undefined && isSeparator(scan, gapStart, mention.start)
    const gap = scan.tokens.slice(gapStart, mention.start)
    const isArrowed =
      previous !== undefined && (gap.some(isArrow) || isDash(gap) || isThen(gap, scan.rules))
    const bracketEnd = endOfBracket(mention, mentions[i + 1], scan.tokens)
    const own =
      (bracketEnd ? roleInBracket(mention.end, bracketEnd, scan) : undefined) ??
      roleAfter(mention, mentions[i + 1], scan) ??
      (isListed ? undefined : roleOfLast(mention, mentions[i + 1], scan)) ??
      roleOf(inGap, mention, scan)
    gapStart = bracketEnd ?? mention.end
    // `entre a Rua A e a Rua B`: the article is no way to the second.
    // `From A to B, por C`
    const isBehind = (other: Mention) =>
      scan.rules.words.through.has(scan.tokens[other.articleStart - 1]?.text ?? '')
    const isThrough =
      isBehind(mention) &&
      found.some((other) => other.role === 'from' || other.role === 'start') &&
      found.some((other) => (other.role === 'to' || other.role === 'end') && !isBehind(other))
    const isOfPair = isListed && previous?.role === 'between' && (own === 'to' || own === 'from')
    // `The last one is A; B and C in between`
    const isParted = gap.some(({ text }) => text === ';') && isOfEnds(previous?.role)
    const inherited = own ?? (isListed && !isParted ? previous?.role : undefined)
    const role = isThrough ? 'via' : isOfPair ? 'between' : inherited
    found.push({
      ...mention,
      role,
      roles,
      isListed,
      isArrowed,
      sentence: scan.sentence,
      tokens: scan.tokens,
    })
  }
  return found
}

const isOfEnds = (role: RoleCue | undefined) => role === 'start' || role === 'end'

/** Where a remark in brackets ends that stands right behind a place: `Encamp (start), Rua Formosa (shoes)`. */
function endOfBracket(
  { end }: Mention,
  next: Mention | undefined,
  tokens: readonly TextToken[],
): number | undefined {
  if (tokens[end]?.text !== '(') return undefined
  const behind = tokens.slice(end, next?.start)
  const close = behind.findIndex(({ text }) => text === ')')
  return close >= 0 ? end + close + 1 : undefined
}

function roleInBracket(from: number, to: number, { roles }: RoleScan): RoleCue | undefined {
  const inside = roles.filter(({ start, end }) => start > from && end < to)
  return (['start', 'end'] as const).find((role) => inside.some(({ name }) => name === role))
}

/** `, then to`: nothing but small words, one of which says that the next place comes after. */
function isThen(gap: readonly TextToken[], { words }: LanguageRules): boolean {
  const isThen = ({ text }: TextToken) => words.then.has(text)
  return (
    gap.some(isThen) &&
    gap.every(
      (token) =>
        isThen(token) ||
        token.text === ',' ||
        [words.and, words.listed, words.articles].some((set) => set.has(token.text)),
    )
  )
}

/** `A - B`: nothing but a dash between blanks. */
const isDash = ([dash, ...more]: readonly TextToken[]) =>
  dash?.text === '-' && !dash.isGlued && more.length === 0

const isArrow = ({ kind, text }: TextToken) => kind === 'mark' && text === arrow

/** Words after a place, modes aside, that say what it is: `in Ulm mit dem Auto los`, `with Kiasma as the last stop`. */
const maxAfterDistance = 2

function roleAfter(
  mention: Mention,
  next: Mention | undefined,
  { tokens, cues, taken, rules }: RoleScan,
): RoleCue | undefined {
  let limit = mention.end
  for (let words = 0; limit < tokens.length && words < maxAfterDistance; limit++)
    if (!taken[limit]) words++
  limit = Math.min(limit, next?.start ?? tokens.length)
  const isMarkBefore = (to: number) =>
    tokens.slice(mention.end, to).some(({ kind }) => kind === 'mark')
  // `but first I pass by Oodi` says nothing of the place before, `as the start and Oodi` does.
  const isOfNext = ({ end, name }: PhraseMatch) =>
    next !== undefined &&
    !(name === 'start_after' && rules.words.and.has(tokens[end]?.text ?? '')) &&
    tokens.slice(end, next.start).every(({ kind }) => kind !== 'mark')
  // `We start from X and at the end ...`
  const isOfNextClause = ({ start, name }: PhraseMatch) =>
    name === 'end_after' &&
    tokens.slice(mention.end, start + 1).some(({ text }) => rules.words.and.has(text))
  const cue = cues.find(
    (cue) =>
      (cue.name === 'start_after' || cue.name === 'end_after') &&
      cue.start >= mention.end &&
      cue.start <= limit &&
      !isMarkBefore(cue.start + 1) &&
      !isOfNext(cue) &&
      !isOfNextClause(cue),
  )
  return cue && (cue.name.slice(0, -'_after'.length) as RoleCue)
}

/** Words between a place and a clause that says what it is, at most: `..., so that has to be last`. */
const maxClauseDistance = 5

/** `The prize is at Oodi, so that has to be last`: the last place of a sentence, and a clause about it. */
function roleOfLast(
  mention: Mention,
  next: Mention | undefined,
  { tokens, cues }: RoleScan,
): RoleCue | undefined {
  if (next || tokens[mention.end]?.text !== ',') return undefined
  const cue = cues.find(
    ({ name, start }) =>
      name === 'end_after' &&
      start > mention.end + 1 &&
      start <= mention.end + 1 + maxClauseDistance &&
      tokens.slice(mention.end + 1, start).every(({ kind }) => kind === 'word'),
  )
  return cue && 'end'
}

/** `von X nach`: a word for where to right behind a place. */
const leadsOn = ({ end }: Mention, roles: readonly PhraseMatch[]) =>
  roles.some(({ name, start }) => name === 'to' && start === end)

function roleOf(
  matches: readonly PhraseMatch[],
  mention: Mention,
  { tokens, cues, roles }: RoleScan,
): RoleCue | undefined {
  const distance = ({ end }: PhraseMatch) =>
    tokens
      .slice(end, mention.kindStart ?? mention.articleStart)
      .filter(({ kind }) => kind === 'word').length
  const last = (names: readonly RoleCue[], isExcluded?: (match: PhraseMatch) => boolean) =>
    matches
      .filter((match) => names.includes(match.name as RoleCue) && !isExcluded?.(match))
      .sort(
        (a, b) =>
          b.end - a.end || names.indexOf(a.name as RoleCue) - names.indexOf(b.name as RoleCue),
      )
      .at(0)
  // `from each of A and B`: `of` belongs to `each`.
  const isOfEveryone = ({ start, name: role }: PhraseMatch) =>
    role !== 'to' && cues.some(({ name, end }) => name === 'everyone' && end === start)
  const ofEach = roleOfEach(matches, mention, { tokens, cues })
  if (ofEach) return ofEach
  const nearest = last(weak, isOfEveryone)
  const clear = last(strong)
  if (nearest?.name === 'between' && distance(nearest) === 0) return 'between'
  // `leave tomorrow for Ordino` is where it goes, `we are in a hurry to Ordino` too.
  if (clear && nearest?.name === 'to' && distance(nearest) === 0 && nearest.start >= clear.end) {
    if (clear.name === 'start' || clear.name === 'presence') return 'to'
  }
  // `llegar de X a Y`: the verb is of the way; `vorher noch mit dem Rad von X nach Y` too.
  if (
    (clear?.name === 'end' || (clear?.name === 'via' && leadsOn(mention, roles))) &&
    nearest?.name === 'from' &&
    distance(nearest) === 0 &&
    nearest.start >= clear.end
  )
    return 'from'
  // `Start and end: X` is both; the list of roles has them.
  const isBoth =
    clear?.name === 'end' &&
    matches.some(({ name, end }) => name === 'start' && end >= clear.start - 3)
  if (isBoth) return 'start'
  if (clear) return clear.name as RoleCue
  if (!nearest || distance(nearest) > maxWeakDistance) return undefined
  return nearest.name as RoleCue
}

/** `to each of these places: A, B and C`: the word before `each`, for what stands behind the colon. */
function roleOfEach(
  matches: readonly PhraseMatch[],
  { articleStart }: Mention,
  { tokens, cues }: Pick<RoleScan, 'tokens' | 'cues'>,
): RoleCue | undefined {
  if (tokens[articleStart - 1]?.text !== ':') return undefined
  const each = cues.findLast(({ name, end }) => name === 'everyone' && end < articleStart)
  const role = matches.find(
    ({ name, end }) => end === each?.start && (name === 'to' || name === 'from'),
  )
  return role && (role.name as RoleCue)
}

/** Only commas, `and`, `or` and articles. */
function isSeparator({ tokens, rules }: RoleScan, from: number, to: number): boolean {
  return tokens.slice(from, to).every((token) => {
    if (token.kind === 'mark') return /^[,;/'&-]$/.test(token.text)
    const { and, or, articles, listed } = rules.words
    return [and, or, articles, listed].some((words) => words.has(token.text))
  })
}

/** What a mention is compared by. */
export function nameOf({ kind, tokens, start, end }: RoledMention): string {
  return kind === 'here'
    ? 'here'
    : tokens
        .slice(start, end)
        .map(({ text }) => text)
        .join(' ')
}
