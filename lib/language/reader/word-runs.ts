import { findCategoriesByWords } from '#places/categories'
import { maxAlternatives, type Part, partsAt, wordCount } from './places.ts'
import type { RoledMention } from './roles.ts'
import type { LanguageRules } from './rules.ts'

/**
 * Ways to divide a run of words without separators into two or more places (`hakaniemi stockmann`), likelier ones
 * first: before the kind of a place (`hotel`, `museo`), then even halves. Small words join what is around them.
 */
export function runWays(mention: RoledMention, count: number, rules: LanguageRules): Part[][] {
  const { tokens, start, end } = mention
  const cuts: number[] = []
  for (let at = start + 1; at < end; at++) {
    const [before, token] = [tokens[at - 1]!, tokens[at]!]
    if (
      token.kind !== 'word' ||
      before.kind === 'mark' ||
      (token.isGlued && before.kind !== 'word')
    )
      continue
    if (isJoint(before.text)) continue
    if (isJoint(token.text) && !rules.words.articles.has(token.text)) continue
    cuts.push(at)
  }
  const ways: { parts: Part[]; cost: number }[] = []
  for (const at of combinations(cuts, count - 1)) {
    const parts = partsAt(mention, at).map((part, i) =>
      i === 0 ? part : { ...part, start: at[i - 1]! },
    )
    ways.push({ parts, cost: cost(parts) })
    if (ways.length === maxCombinations) break
  }
  return ways
    .sort((a, b) => a.cost - b.cost)
    .slice(0, maxAlternatives)
    .map(({ parts }) => parts)

  function isJoint(word: string): boolean {
    return rules.words.connectors.has(word) || rules.words.articles.has(word)
  }
  function cost(parts: readonly Part[]): number {
    const sizes = parts.map(
      (part) => tokens.slice(part.start, part.end).filter(({ text }) => !isJoint(text)).length,
    )
    const spread = Math.max(...sizes) - Math.min(...sizes)
    const kinds = parts.slice(1).filter((part) => isKind(tokens[part.start]!.text)).length
    const afterKind = parts.filter(
      (part) => part.end - part.start === 1 && isKind(tokens[part.start]!.text),
    ).length
    return spread - 3 * kinds + 4 * afterKind
  }
}

/** Every word that can be a place of its own, between the `and`s of a run: `kamppi kluuvi y hakaniemi`. */
export function singleParts(run: RoledMention, rules: LanguageRules): Part[] {
  const { tokens, start, end } = run
  const joints = []
  for (let at = start + 1; at < end - 1; at++)
    if (rules.words.and.has(tokens[at]!.text)) joints.push(at)
  return partsAt(run, joints).flatMap((part) => {
    const words = wordCount(tokens, part.start, part.end)
    for (let count = words; count > 1; count--) {
      const [way] = runWays({ ...run, ...part }, count, rules)
      if (way) return way
    }
    return [part]
  })
}

const isKind = (word: string) => findCategoriesByWords([word]).length > 0

/** Divisions that are compared, at most. */
const maxCombinations = 500

/** Choices of some values in their order, the first ones first. */
function* combinations(
  values: readonly number[],
  count: number,
  from = 0,
): Generator<number[], void> {
  if (count === 0) yield []
  else
    for (let i = from; i + count <= values.length; i++)
      for (const rest of combinations(values, count - 1, i + 1)) yield [values[i]!, ...rest]
}
