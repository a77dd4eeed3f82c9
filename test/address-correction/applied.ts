import type { CorrectedAddress, Correction } from '../../lib/address-correction/index.ts'

/** Whether the corrections, applied to the input, give the corrected line: all differences are listed. */
export function explainsLine({ input, corrected, corrections }: CorrectedAddress): boolean {
  const isReordered = corrections.some(isOfOrder)
  const items = corrections.filter((item) => !isOfOrder(item))
  const [given, added] = [items.filter(isOfInput), items.filter((item) => !isOfInput(item))]
  const applied = given
    .toSorted((a, b) => b.original!.length - a.original!.length)
    .reduce((text, item) => replaced(text, item.original!, item.corrected ?? ''), input)
  const line = added.reduce((text, item) => replaced(text, item.corrected!, ''), corrected)
  const normal = isReordered ? charactersOf : withoutSeparators
  return normal(decoded(applied)) === normal(line)
}

const isOfOrder = ({ field, type }: Correction) => field === 'address' && type === 'reformatted'
const isOfInput = ({ original }: Correction) => original !== null

/** The last whole occurrence, else the last one: an added part stands behind what it follows from. */
function replaced(text: string, part: string, by: string): string {
  const isWhole = (at: number) =>
    !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(0, at)) &&
    !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + part.length))
  const all = [...Array(text.length).keys()].filter((at) => text.startsWith(part, at))
  const at = all.findLast(isWhole) ?? all.at(-1)
  return at === undefined ? text : `${text.slice(0, at)}${by}${text.slice(at + part.length)}`
}

function withoutSeparators(text: string): string {
  return text.replace(/[\s,;:]+/g, ' ').trim()
}

/** Letters and digits in any order. */
function charactersOf(text: string): string {
  return [...text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')].sort().join('')
}

function decoded(text: string): string {
  return text.replaceAll('&amp;', '&')
}
