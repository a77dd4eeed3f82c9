import type { Claim } from './claims.ts'
import type { Completion } from './complete.ts'
import { applyEdits, type ComposedLine, composeLine, type Edit } from './compose.ts'
import type { CorrectedField } from './corrected-address.ts'
import type { Explanation } from './explain.ts'
import type { AddressInput } from './input-words.ts'
import type { Leftover } from './leftovers.ts'

/** A corrected line, from one address of the gazetteer. */
export interface Proposal {
  explanation: Explanation
  completion: Completion
  text: string
  /** Order, separators or blanks differ from the input. */
  isReordered: boolean
}

/** Kinds of words that the corrected line omits. */
const removable: ReadonlySet<Leftover['kind']> = new Set(['repeated', 'label', 'filler'])

/** Lists the words that a correction removes. */
export function listRemoved({ leftovers }: Explanation): readonly Leftover[] {
  return leftovers.filter(({ kind }) => removable.has(kind))
}

/** Signs other than separators, which composing a line anew would lose. */
const otherSigns = /[\p{So}\p{Sk}\p{Cf}&+#@()"]/u

/**
 * Composes the line anew if the order or a missing component requires it. Otherwise corrects the components in their
 * place and keeps the separators.
 *
 * Three kinds of lines are always corrected in place, and nothing is added to them: lines whose order would change
 * around words outside the components, because the position of such words shows their component; lines with a component
 * that the composed line lacks; and lines with signs that composing would lose.
 */
export function makeProposal(
  input: AddressInput,
  explanation: Explanation,
  completion: Completion,
): Proposal {
  const line = composeProposal(input, explanation, completion)
  const isOther = isOtherOrder(explanation, line) || isMoved(explanation)
  const { address, claims, leftovers } = explanation
  const isRoadUnknown = address.road.length === 0 && claims.has('road')
  const hasOtherWords =
    isRoadUnknown || leftovers.some(({ kind }) => kind !== 'unit' && !removable.has(kind))
  const isIncomplete = [...claims.keys()].some((field) => !line.order.includes(field))
  const isTidied = input.isRunTogether || applyEdits(input.text, []) !== input.text
  if (otherSigns.test(input.text) || isIncomplete || (hasOtherWords && isOther)) {
    const kept = dropInferred(completion)
    const text = correctInPlace(input, explanation, kept)
    return { explanation, completion: kept, text, isReordered: isTidied }
  }
  if (!isOther && completion.inferred.length === 0 && !(input.isRunTogether && !hasOtherWords)) {
    const text = correctInPlace(input, explanation, completion)
    return { explanation, completion, text, isReordered: isTidied }
  }
  const isReordered = isTidied || isOther || isOtherSeparated(input, explanation, line)
  return { explanation, completion, text: line.text, isReordered }
}

function dropInferred(completion: Completion): Completion {
  const values = { ...completion.values }
  for (const field of completion.inferred) delete values[field]
  return { ...completion, values, inferred: [] }
}

function correctInPlace(
  input: AddressInput,
  explanation: Explanation,
  { values }: Completion,
): string {
  const makeEdit = ({ words }: Pick<Claim, 'words'>, original: string, text: string): Edit => {
    const { start } = input.words[words[0]!]!
    return { start, end: start + original.length, text }
  }
  const changes = [...explanation.claims.values()].map((claim) =>
    makeEdit(claim, claim.original, values[claim.field] ?? claim.original),
  )
  const removals = listRemoved(explanation).map((part) => makeEdit(part, part.text, ''))
  return applyEdits(input.text, [...changes, ...removals])
}

function composeProposal(
  input: AddressInput,
  { claims, leftovers, address }: Explanation,
  { values }: Completion,
): ComposedLine {
  const kept = leftovers.filter(({ kind }) => !removable.has(kind))
  const streetWords = (['road', 'house_number'] as const satisfies CorrectedField[]).flatMap(
    (field) => claims.get(field)?.words ?? [],
  )
  const firstStreetWord = Math.min(...streetWords)
  const isBefore = ({ words }: Leftover) => words[0]! < firstStreetWord
  const [unit, ...units] = kept.filter(({ kind }) => kind === 'unit')
  const others = [...kept.filter(({ kind }) => kind !== 'unit'), ...units]
  const areTogether = (a: number | undefined, b: number | undefined) =>
    a !== undefined &&
    b === a + 1 &&
    input.words[a]?.segment !== undefined &&
    input.words[a]?.segment === input.words[b]?.segment
  const before = others.filter(isBefore)
  return composeLine({
    values: { ...values, ...(unit && { unit: unit.text }) },
    countryCode: address.countryCode,
    before: before.map(({ text }) => text),
    isBeforeOfStreet: areTogether(before.at(-1)?.words.at(-1), firstStreetWord),
    behind: others.filter((part) => !isBefore(part)).map(({ text }) => text),
    isNumberFirst:
      (claims.get('house_number')?.words[0] ?? 0) < (claims.get('road')?.words[0] ?? 0),
    isUnitOfNumber: areTogether(claims.get('house_number')?.words.at(-1), unit?.words[0]),
  })
}

/** Checks whether the components of the input have another order in the line. */
function isOtherOrder({ claims }: Explanation, { order }: ComposedLine): boolean {
  const positions = order.flatMap((field) => claims.get(field)?.words[0] ?? [])
  return positions.some((position, i) => i > 0 && position < positions[i - 1]!)
}

/** Checks whether neighbouring components have a comma between them only in the input, or only in the line. */
function isOtherSeparated(
  { words }: AddressInput,
  { claims }: Explanation,
  { order, separators }: ComposedLine,
): boolean {
  return order.some((field, i) => {
    const last = claims.get(field)?.words.at(-1)
    const first = claims.get(order[i + 1] ?? field)?.words[0]
    if (last === undefined || first !== last + 1) return false
    return (words[last]!.segment !== words[first]!.segment) !== separators[i]!.includes(',')
  })
}

/** Components that the line puts first; all others follow them. */
const streetFields: ReadonlySet<CorrectedField> = new Set(['road', 'house_number'])

/**
 * Checks whether words outside the components, which the line puts beside the street, follow another component, or a
 * unit precedes the street.
 */
function isMoved({ claims, leftovers }: Explanation): boolean {
  const streetWords = [...claims].flatMap(([field, { words }]) =>
    streetFields.has(field) ? words : [],
  )
  const firstStreetWord = streetWords.length > 0 ? Math.min(...streetWords) : 0
  const areas = [...claims].flatMap(([field, { words }]) =>
    streetFields.has(field) ? [] : [words[0]!],
  )
  return leftovers.some(({ kind, words: [first] }) => {
    if (removable.has(kind)) return false
    if (kind === 'unit' && first! < firstStreetWord) return true
    return areas.some((area) => area < first!)
  })
}
