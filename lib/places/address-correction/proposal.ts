import type { Claim } from './claims.ts'
import type { Completion } from './complete.ts'
import { type ComposedLine, composeLine, type Edit, editedText } from './compose.ts'
import type { CorrectedField } from './corrected-address.ts'
import type { Explanation } from './explain.ts'
import type { AddressInput } from './input-words.ts'
import type { Leftover } from './leftovers.ts'

/** A corrected line that an address of the gazetteer gives. */
export interface Proposal {
  explanation: Explanation
  completion: Completion
  text: string
  /** Order, separators or blanks are others than in the input. */
  isReordered: boolean
}

/** Words of these kinds are left out of the corrected line. */
const removable: ReadonlySet<Leftover['kind']> = new Set(['repeated', 'label', 'filler'])

/** The words that a correction leaves out. */
export function removedFrom({ leftovers }: Explanation): readonly Leftover[] {
  return leftovers.filter(({ kind }) => removable.has(kind))
}

/** Signs that are no separators: composing a line anew would lose them. */
const otherSigns = /[\p{So}\p{Sk}\p{Cf}&+#@()"]/u

/**
 * The line composed anew where the order or a missing component asks for it; else the components are corrected
 * in their place, and the separators stay. So they do where the line has other words, whose place says what they
 * belong to, and would have to be put into order around them, or where it has a part that the order does not
 * know: then nothing is added either.
 */
export function proposalOf(
  input: AddressInput,
  explanation: Explanation,
  completion: Completion,
): Proposal {
  const line = composedLine(input, explanation, completion)
  const isOther = isOtherOrder(explanation, line) || isMoved(explanation)
  const { address, claims, leftovers } = explanation
  const isRoadUnknown = address.road.length === 0 && claims.has('road')
  const hasOtherWords =
    isRoadUnknown || leftovers.some(({ kind }) => kind !== 'unit' && !removable.has(kind))
  const isIncomplete = [...claims.keys()].some((field) => !line.order.includes(field))
  const isTidied = input.isRunTogether || editedText(input.text, []) !== input.text
  if (otherSigns.test(input.text) || isIncomplete || (hasOtherWords && isOther)) {
    const kept = withoutInferred(completion)
    const text = lineInPlace(input, explanation, kept)
    return { explanation, completion: kept, text, isReordered: isTidied }
  }
  if (!isOther && completion.inferred.length === 0 && !(input.isRunTogether && !hasOtherWords)) {
    const text = lineInPlace(input, explanation, completion)
    return { explanation, completion, text, isReordered: isTidied }
  }
  const isReordered = isTidied || isOther || isOtherSeparated(input, explanation, line)
  return { explanation, completion, text: line.text, isReordered }
}

function withoutInferred(completion: Completion): Completion {
  const values = { ...completion.values }
  for (const field of completion.inferred) delete values[field]
  return { ...completion, values, inferred: [] }
}

function lineInPlace(
  input: AddressInput,
  explanation: Explanation,
  { values }: Completion,
): string {
  const editOf = ({ words }: Pick<Claim, 'words'>, original: string, text: string): Edit => {
    const { start } = input.words[words[0]!]!
    return { start, end: start + original.length, text }
  }
  const changes = [...explanation.claims.values()].map((claim) =>
    editOf(claim, claim.original, values[claim.field] ?? claim.original),
  )
  const removals = removedFrom(explanation).map((part) => editOf(part, part.text, ''))
  return editedText(input.text, [...changes, ...removals])
}

function composedLine(
  input: AddressInput,
  { claims, leftovers, address }: Explanation,
  { values }: Completion,
): ComposedLine {
  const kept = leftovers.filter(({ kind }) => !removable.has(kind))
  const streetWords = (['road', 'house_number'] as const satisfies CorrectedField[]).flatMap(
    (field) => claims.get(field)?.words ?? [],
  )
  const firstOfStreet = Math.min(...streetWords)
  const isBefore = ({ words }: Leftover) => words[0]! < firstOfStreet
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
    isBeforeOfStreet: areTogether(before.at(-1)?.words.at(-1), firstOfStreet),
    behind: others.filter((part) => !isBefore(part)).map(({ text }) => text),
    isNumberFirst:
      (claims.get('house_number')?.words[0] ?? 0) < (claims.get('road')?.words[0] ?? 0),
    isUnitOfNumber: areTogether(claims.get('house_number')?.words.at(-1), unit?.words[0]),
  })
}

/** Whether the components of the input have another order in the line. */
function isOtherOrder({ claims }: Explanation, { order }: ComposedLine): boolean {
  const positions = order.flatMap((field) => claims.get(field)?.words[0] ?? [])
  return positions.some((position, i) => i > 0 && position < positions[i - 1]!)
}

/** Whether components beside each other have a comma between them only in the input, or only in the line. */
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

/** The line has these beside the street; others behind them. */
const ofStreet: ReadonlySet<CorrectedField> = new Set(['road', 'house_number'])

/** Whether words of no component, which the line has beside the street, stand behind another component. */
function isMoved({ claims, leftovers }: Explanation): boolean {
  const streetWords = [...claims].flatMap(([field, { words }]) =>
    ofStreet.has(field) ? words : [],
  )
  const firstOfStreet = streetWords.length > 0 ? Math.min(...streetWords) : 0
  const areas = [...claims].flatMap(([field, { words }]) =>
    ofStreet.has(field) ? [] : [words[0]!],
  )
  return leftovers.some(({ kind, words: [first] }) => {
    if (removable.has(kind)) return false
    if (kind === 'unit' && first! < firstOfStreet) return true
    return areas.some((area) => area < first!)
  })
}
