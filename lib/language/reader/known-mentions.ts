import { isInitial } from './letter-case.ts'
import type { Mention } from './mentions.ts'
import { isKnownSpan, maxNameWords } from './name-candidates.ts'
import { endsAsVerb, isKindWord } from './name-end.ts'
import type { ReadSentence } from './read-sentence.ts'
import type { RoledMention } from './roles.ts'
import type { LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

/** What is known of the places of a text. */
interface Known {
  rules: LanguageRules
  isCased: boolean
  isName: (folded: string) => boolean
}

/**
 * Sentences without words that were taken for names only for their form: where other places of the text are known, a
 * single unknown word is no place if it stands where any word may (a capital that begins a sentence, a German noun
 * behind an article, small letters behind no preposition). Unknown names behind a preposition stay, so that they are
 * not answered without.
 */
export function withoutUnknown(
  sentences: readonly ReadSentence[],
  { rules, isCased, isName }: Known,
): ReadSentence[] {
  const hasPosition = sentences.some(({ mentions }) =>
    mentions.some(({ kind }) => kind === 'position'),
  )
  const sure = new Set(
    sentences.flatMap(({ mentions }) =>
      mentions.filter(
        (mention) => mention.kind !== 'named' || isKnownPart(mention.tokens, mention, isName),
      ),
    ),
  )
  const isSure = (mention: RoledMention) => sure.has(mention)
  if (sure.size === 0) return [...sentences]
  return sentences.map((sentence) => {
    const { mentions } = sentence
    const kept = mentions.filter((mention, at) => {
      const next = mentions[at + 1]
      return (
        !isNamedBehind(mention, next, sentence) &&
        (isSure(mention) || listsOn(next) || !isMereWord(mention)) &&
        !(isSomebody(mention, next, sentence) && !isSure(mention)) &&
        !isEachOfKind(mention, sentence)
      )
    })
    return kept.length < sentence.mentions.length ? { ...sentence, mentions: kept } : sentence
  })

  /** `Von jedem Hotel zu beiden Zielen`: a noun for places named before. */
  function isEachOfKind({ kind, start, end }: RoledMention, { cues }: ReadSentence): boolean {
    const isOne = kind === 'named' && end === start + 1 && rules.table.capitalNouns
    return isOne && cues.some((cue) => cue.name === 'everyone' && cue.end === start)
  }

  /** `Home, in Rio Tinto`: `here` with its name behind a comma. */
  function isNamedBehind(
    { kind, end }: RoledMention,
    next: RoledMention | undefined,
    { tokens }: ReadSentence,
  ): boolean {
    if (kind !== 'here') return false
    const gap = tokens.slice(end, next?.articleStart)
    return (
      next?.kind === 'named' &&
      gap[0]?.text === ',' &&
      (gap.length === 1 || (gap.length === 2 && (next.role === 'at' || next.role === 'near')))
    )
  }

  /** `Lena am Quai Albert`, `Ringe nach Encamp`: a single unknown word, right before the word that leads to a known place. */
  function isSomebody(
    { kind, start, end, tokens }: RoledMention,
    next: RoledMention | undefined,
    { mentions, roles }: ReadSentence,
  ) {
    if (kind !== 'named' || end - start > 1 || !next || !isSure(next)) return false
    const isLedTo =
      rules.words.through.has(tokens[start - 1]?.text ?? '') ||
      roles.some(
        ({ name, end: at }) =>
          at === start && ['from', 'to', 'at', 'near', 'between'].includes(name),
      )
    if (isLedTo) return false
    const gap = tokens.slice(end, next.articleStart)
    const leads = roles.some(
      (role) =>
        ['at', 'to', 'from', 'near'].includes(role.name) &&
        role.start === end &&
        (role.end === next.start || role.end === next.articleStart),
    )
    return leads && gap.length === 1 && (mentions.length > 2 || isCased)
  }

  /** `caldea, naturlandia and ...`: the first of a list in small letters. */
  function listsOn(next: RoledMention | undefined): boolean {
    return !isCased && next?.isListed === true && isSure(next)
  }

  function isMereWord({ tokens, start, end, role, roles, isListed, isArrowed }: RoledMention) {
    // `Die Sträuße gehen nach`: an article that begins a sentence is no word of a name.
    const hasArticle = end - start > 1 && rules.words.articles.has(tokens[start]!.text)
    const [first, ...more] = tokens.slice(hasArticle ? start + 1 : start, end)
    if (!first || more.length > 0 || isArrowed) return false
    const before = tokens[start - 1]?.text ?? ''
    // `Die Feuerwehr plant`: who does something, and not where.
    const isSubject =
      rules.table.capitalNouns && rules.words.articles.has(before) && isInitial(tokens, start - 1)
    if (isKindWord(first.text))
      return isSubject || (role === undefined && rules.words.questions.has(before))
    const isBehindArticle = rules.words.articles.has(before)
    if (!first.isCapital) {
      if (hasPosition) return true
      if (isCased) return role === undefined && isBehindArticle
      // `For the circus`, `in my patch`, `para soltar al perro`: no place is written like that.
      const isWeak = role === undefined || role === 'at' || role === 'near'
      return (
        (isWeak && !isListed) ||
        isBehindArticle ||
        [rules.words.possessives, rules.words.indefinite].some((words) => words.has(before)) ||
        endsAsVerb(first.text, rules)
      )
    }
    if (isInitial(tokens, start)) {
      const next = tokens[end]
      const isAside = next?.text === ',' && !tokens[end + 1]?.isCapital
      const isTitle = next?.text === ':'
      const isJoined = rules.words.and.has(next?.text ?? '')
      const goesOn = (next?.kind === 'word' && !isJoined) || next?.kind === 'number'
      return roles.length === 0 && (goesOn || isTitle || isAside)
    }
    // `zum Eislaufen`: a verb behind a preposition with its article, which names of towns have not.
    if (rules.table.capitalNouns && /m$/.test(before) && endsAsVerb(first.text, rules)) return true
    const leads = role !== undefined && role !== 'at' && role !== 'near'
    // With one other place it may be what the question is about.
    const isPlain = role === undefined && !isListed && sure.size >= 2
    // `A Marta mora em Kluuvi`, beside two known places.
    const isPerson = isPlain && tokens[end]?.kind === 'word' && !tokens[end]!.isCapital
    if (!rules.table.capitalNouns && isPerson) return true
    const isCounted = rules.numbers.has(before)
    const isTitle = tokens[end]?.text === ':'
    return (
      rules.table.capitalNouns &&
      (isBehindArticle || isPlain || isCounted || isTitle || (hasPosition && !leads))
    )
  }
}

/** Whether some words of a mention are a known name. */
function isKnownPart(
  tokens: readonly TextToken[],
  { start, end, articleStart, longEnd }: Mention,
  isName: (folded: string) => boolean,
): boolean {
  const isWord = (at: number) => tokens[at]!.kind !== 'mark'
  for (let from = articleStart; from < end; from++) {
    if (!isWord(from)) continue
    for (let to = from, words = 0; to < longEnd && words < maxNameWords; to++) {
      if (!isWord(to)) continue
      words++
      if (to >= start && isKnownSpan(tokens, from, to + 1, isName)) return true
    }
  }
  return false
}
