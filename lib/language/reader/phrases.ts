import type { TextToken } from './tokens.ts'

/** Words between the two sides of a `*`, at most. */
const maxGapWords = 7

/** One place of a phrase: some words, beginnings of words, a number or a gap. */
interface Step {
  words: ReadonlySet<string>
  prefixes: readonly string[]
  isGap: boolean
  isNumber: boolean
}

interface Phrase {
  name: string
  steps: readonly Step[]
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
  private readonly byWord = new Map<string, Phrase[]>()
  private readonly others: Phrase[] = []

  constructor(groups: Readonly<Record<string, readonly string[]>>) {
    for (const [name, phrases] of Object.entries(groups)) {
      for (const phrase of phrases) this.add({ name, steps: phrase.split(' ').map(stepOf) })
    }
  }

  private add(phrase: Phrase): void {
    const first = phrase.steps[0]!
    if (first.prefixes.length > 0 || first.isNumber) this.others.push(phrase)
    else {
      for (const word of first.words) {
        const list = this.byWord.get(word)
        if (list) list.push(phrase)
        else this.byWord.set(word, [phrase])
      }
    }
  }

  /** All matches that begin at a token, the longest of each name. */
  at(tokens: readonly TextToken[], start: number): PhraseMatch[] {
    const longest = new Map<string, PhraseMatch>()
    const { text, raw } = tokens[start]!
    const marked = raw.toLowerCase()
    const candidates = [
      ...(this.byWord.get(text) ?? []),
      ...(marked === text ? [] : (this.byWord.get(marked) ?? [])),
    ]
    for (const { name, steps } of [...candidates, ...this.others]) {
      const inGaps: number[] = []
      const end = endOf(steps, 0, tokens, start, inGaps)
      if (end === undefined || end <= (longest.get(name)?.end ?? start)) continue
      longest.set(name, { name, start, end, inGaps })
    }
    return [...longest.values()]
  }

  /** All matches in some tokens, in order. */
  in(tokens: readonly TextToken[]): PhraseMatch[] {
    return tokens.flatMap((_, start) => this.at(tokens, start))
  }
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
    for (let gap = 0, next = at; gap <= maxGapWords && next <= tokens.length; next++) {
      const before = inGaps.length
      for (let i = at; i < next; i++) inGaps.push(i)
      const end = endOf(steps, step + 1, tokens, next, inGaps)
      if (end !== undefined) return end
      inGaps.length = before
      if (tokens[next]?.kind === 'line') return undefined
      if (tokens[next]?.kind !== 'mark' && !tokens[next]?.isCapital) gap++
    }
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
