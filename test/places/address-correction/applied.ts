import type { CorrectedAddress, Correction } from '#places/address-correction'

/**
 * Reports whether the corrections, applied to the input, produce the corrected line, so that no difference is missing.
 * A correction does not say which of several equal parts it replaces, so it may replace any of them.
 */
export function explainsLine({ input, corrected, corrections }: CorrectedAddress): boolean {
  const isReordered = corrections.some(isOfOrder)
  const items = corrections.filter((item) => !isOfOrder(item))
  const given = items
    .filter(isOfInput)
    .toSorted((a, b) => b.original!.length - a.original!.length)
    .map((item) => [item.original!, item.corrected ?? ''] as const)
  const added = items
    .filter((item) => !isOfInput(item))
    .map((item) => [item.corrected!, ''] as const)
  const normal = isReordered ? charactersOf : withoutSeparators
  const lines = new Set([...allReplaced(corrected, added)].map(normal))
  return [...allReplaced(input, given)].some((text) => lines.has(normal(decoded(text))))
}

const isOfOrder = ({ field, type }: Correction) => field === 'address' && type === 'reformatted'
const isOfInput = ({ original }: Correction) => original !== null

type Replacement = readonly [part: string, by: string]

/** Returns the texts after all replacements, one for each choice of occurrences. */
function allReplaced(text: string, replacements: readonly Replacement[]): Set<string> {
  let texts = new Set([text])
  for (const replacement of replacements) {
    texts = new Set([...texts].flatMap((one) => replaced(one, replacement)))
  }
  return texts
}

/** Returns the texts with one whole occurrence of the part replaced, or any occurrence if none is whole. */
function replaced(text: string, [part, by]: Replacement): string[] {
  const isWhole = (at: number) =>
    !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(0, at)) &&
    !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + part.length))
  const all = [...Array(text.length).keys()].filter((at) => text.startsWith(part, at))
  const whole = all.filter(isWhole)
  const chosen = whole.length > 0 ? whole : all
  if (chosen.length === 0) return [text]
  return chosen.map((at) => `${text.slice(0, at)}${by}${text.slice(at + part.length)}`)
}

/**
 * Returns the words with single blanks between them. A dash between blanks separates as a comma does, and a number
 * behind an abbreviation (`Str.14`) stands apart once the abbreviation is written out.
 */
function withoutSeparators(text: string): string {
  return text
    .replace(/(?<!\S)-(?!\S)/g, ' ')
    .replace(/(?<=[\p{L}.])(?=\p{N})/gu, ' ')
    .replace(/[\s,;:]+/g, ' ')
    .trim()
}

/** Returns the letters and digits, sorted. */
function charactersOf(text: string): string {
  return [...text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')].sort().join('')
}

function decoded(text: string): string {
  return text.replaceAll('&amp;', '&')
}
