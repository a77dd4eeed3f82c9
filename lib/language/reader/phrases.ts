import type { TextToken } from './tokens.ts'

/** Words between the two sides of a `*`, at most. */
const maxGapWords = 7

/** Tokens of a gap at most, with the capitals and marks that are not counted as its words. */
const maxGapTokens = 40

/** One place of a phrase: some words, beginnings of words, a number or a gap. */
interface Step {
  words: ReadonlySet<string>
  prefixes: readonly string[]
  isGap: boolean
  isNumber: boolean
}

interface Phrase {
  name: string
  text: string
  /** Parsed when a token first begins the phrase: few of a table's phrases are ever tried. */
  steps?: readonly Step[]
}

/** Phrases by what they begin with. */
interface PhraseIndex {
  byWord: ReadonlyMap<string, readonly Phrase[]>
  /** Phrases that begin with a number or the beginning of a word. */
  others: readonly Phrase[]
}

export interface PhraseMatch {
  /** The key of the table that has the phrase. */
  name: string
  /** Tokens from `start` up to, not including, `end`. */
  start: number
  end: number
  /** The tokens that its gaps hold, in order. */
  inGaps: readonly number[]
}

/**
 * Phrases of a table, matched against folded words; a word with marks only matches those (`fähre`, not `fahre`). `a|b` is either, `dri~` a word that begins so, `*` up to seven
 * words or none, capitals not counted, `#` a number in figures. Marks within words (`what's`, `là-bas`) do not count; a comma ends no
 * phrase, a line does.
 */
export class Phrases {
  readonly #groups: Readonly<Record<string, readonly string[]>>
  #index: PhraseIndex | undefined

  constructor(groups: Readonly<Record<string, readonly string[]>>) {
    this.#groups = groups
  }

  /** All matches that begin at a token, the longest of each name. */
  at(tokens: readonly TextToken[], start: number): readonly PhraseMatch[] {
    this.#index ??= indexOf(this.#groups)
    const { byWord, others } = this.#index
    const { text, raw } = tokens[start]!
    const marked = raw.toLowerCase()
    const candidates = byWord.get(text) ?? noPhrases
    const withMarks = marked === text ? noPhrases : (byWord.get(marked) ?? noPhrases)
    if (candidates.length + withMarks.length + others.length === 0) return noMatches
    const longest = new Map<string, PhraseMatch>()
    for (const phrases of [candidates, withMarks, others]) {
      for (const phrase of phrases) {
        phrase.steps ??= phrase.text.split(' ').map(stepOf)
        const inGaps: number[] = []
        const end = endOf(phrase.steps, 0, tokens, start, inGaps)
        const { name } = phrase
        if (end === undefined || end <= (longest.get(name)?.end ?? start)) continue
        longest.set(name, { name, start, end, inGaps })
      }
    }
    return [...longest.values()]
  }

  /** All matches in some tokens, in order. */
  in(tokens: readonly TextToken[]): PhraseMatch[] {
    return tokens.flatMap((_, start) => this.at(tokens, start))
  }
}

const noPhrases: readonly Phrase[] = []
const noMatches: readonly PhraseMatch[] = []

function indexOf(groups: Readonly<Record<string, readonly string[]>>): PhraseIndex {
  const byWord = new Map<string, Phrase[]>()
  const others: Phrase[] = []
  for (const [name, texts] of Object.entries(groups)) {
    for (const text of texts) {
      const phrase = { name, text }
      const [first = ''] = text.split(' ', 1)
      if (first.includes('~') || first === '#') others.push(phrase)
      else {
        for (const word of first.split('|')) {
          const list = byWord.get(word)
          if (!list) byWord.set(word, [phrase])
          else if (list.at(-1) !== phrase) list.push(phrase)
        }
      }
    }
  }
  return { byWord, others }
}

function stepOf(step: string): Step {
  const parts = step.split('|')
  return {
    words: new Set(parts.filter((part) => !part.endsWith('~'))),
    prefixes: parts.filter((part) => part.endsWith('~')).map((part) => part.slice(0, -1)),
    isGap: step === '*',
    isNumber: step === '#',
  }
}

/** The end of the steps from `step` on at a token, with the tokens of their gaps in `inGaps`; undefined where they do not match. */
function endOf(
  steps: readonly Step[],
  step: number,
  tokens: readonly TextToken[],
  at: number,
  inGaps: number[],
): number | undefined {
  if (step === steps.length) return at
  const wanted = steps[step]!
  if (wanted.isGap) {
    const before = inGaps.length
    const last = Math.min(tokens.length, at + maxGapTokens)
    for (let gap = 0, next = at; gap <= maxGapWords && next <= last; next++) {
      if (next > at) inGaps.push(next - 1)
      const length = inGaps.length
      const end = endOf(steps, step + 1, tokens, next, inGaps)
      if (end !== undefined) return end
      inGaps.length = length
      if (tokens[next]?.kind === 'line') break
      if (tokens[next]?.kind !== 'mark' && !tokens[next]?.isCapital) gap++
    }
    inGaps.length = before
    return undefined
  }
  const token = tokens[at]
  if (!token) return undefined
  if (step > 0 && isInnerMark(token)) return endOf(steps, step, tokens, at + 1, inGaps)
  return matches(wanted, token) ? endOf(steps, step + 1, tokens, at + 1, inGaps) : undefined
}

const isInnerMark = (token: TextToken) => token.kind === 'mark' && /^['\-,:]$/.test(token.text)

function matches(step: Step, token: TextToken): boolean {
  if (step.isNumber) return token.kind === 'number'
  if (token.kind !== 'word') return false
  return (
    step.words.has(token.text) ||
    step.words.has(token.raw.toLowerCase()) ||
    step.prefixes.some((prefix) => token.text.startsWith(prefix))
  )
}
