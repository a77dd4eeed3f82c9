import { findCategoriesByWords } from '#places/categories'
import { streetStart } from './addresses.ts'
import { isInitial } from './letter-case.ts'
import { isInnerMark, type NameScan } from './name-scan.ts'
import { isKnown } from './rules.ts'

/**
 * With a foreign article before it, which belongs to the name (`el Serrat` in French); without an elided one of the
 * language that begins a sentence (`L'Alt de Comapedrosa`).
 */
export function nameStart(scan: NameScan, at: number): number {
  const { tokens, rules, isCased, taken } = scan
  const street = streetStart(scan, at)
  if (street < at) return street
  const [before, first] = [tokens[at - 1], tokens[at]!]
  const isForeign =
    before?.kind === 'word' &&
    !before.isCapital &&
    !taken[at - 1] &&
    rules.words.connectors.has(before.text) &&
    !isKnown(before.text, rules) &&
    !rules.words.and.has(before.text)
  if (isForeign) return at - 1
  // `da la massana`: Italians write `dalla`, unless the article belongs to the name.
  const pair = `${tokens[at - 2]?.text}+${before?.text}`
  if (before && !before.isCapital && rules.words.uncontracted.has(pair)) return at - 1
  const isElided =
    isCased &&
    isInitial(tokens, at) &&
    rules.words.articles.has(first.text) &&
    isInnerMark(tokens, at + 1)
  return isElided ? at + 2 : at
}

/** Where the word before a name starts that may belong to it, mostly an article: `the`, `l'`, `du`. */
export function articleStart({ tokens, rules, taken }: NameScan, start: number): number {
  let at = start - 1
  if (isInnerMark(tokens, at)) at--
  const article = tokens[at]
  if (!article || taken[at]) return start
  // In German a noun before a name may be its first word: `Tour Odéon`.
  const isNoun = rules.table.capitalNouns && article.isCapital && !isInitial(tokens, at)
  return isNoun || rules.words.articles.has(article.text) ? at : start
}

/** Where `beach of` starts before a name with capitals. */
export function kindStart(
  { tokens, rules, isCased, taken }: NameScan,
  start: number,
): number | undefined {
  let at = start - 1
  const isOf = () => {
    const { kind, text } = tokens[at] ?? {}
    return kind === 'mark'
      ? text === "'"
      : rules.words.connectors.has(text ?? '') && rules.words.ofTown.has(text ?? '')
  }
  if (!isCased || !isOf()) return undefined
  while (isOf()) at--
  const kind = tokens[at]
  if (kind?.kind !== 'word' || kind.isCapital || taken[at] || isKnown(kind.text, rules))
    return undefined
  // `We have a pizzeria in Rue Grimaldi`: any, and so none that is known.
  if (rules.words.indefinite.has(tokens[at - 1]?.text ?? '')) return undefined
  return findCategoriesByWords([kind.text]).length > 0 ? at : undefined
}
