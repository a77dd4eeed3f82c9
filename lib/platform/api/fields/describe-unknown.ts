import type * as z from 'zod'
import { oneLine } from '#platform/safe-text'
import { hintFor } from './hint.ts'
import {
  type FieldPath,
  findUnknownFields,
  type UnknownField,
  type UnknownGroup,
} from './unknown-fields.ts'

/** The word for the fields of a request: a body has fields, a query string has parameters. */
export type FieldWord = 'field' | 'parameter'

/** Sentences about unknown fields in one answer; a last one says how many more there are. */
export const maxSentences = 10

/** Characters of a path in a sentence. */
export const maxPathCharacters = 200

/** A path as a caller would write it: `locations[0].heading`. */
export function pathText(path: FieldPath): string {
  const text = path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`))
    .join('')
  return oneLine(text, maxPathCharacters)
}

/** Warnings that name each field of a request that its schema does not know; many of one kind in one sentence. */
export function warnOfUnknownFields(
  schema: z.ZodType,
  fields: unknown,
  word: FieldWord = 'field',
): string[] {
  const { groups, ungrouped, hasMore } = findUnknownFields(schema, fields)
  const atLeast = hasMore ? 'at least ' : ''
  const named = groups.slice(0, maxSentences).map(({ first, count }) => {
    const hint = hintFor(first, schema)
    const { text, times } = describePlace({ first, count }, atLeast)
    const verb = first.isRefused ? 'unknown' : 'ignored'
    return `${verb} ${word} "${text}"${times}${hint ? `: ${hint}` : ''}`
  })
  const more = countFields(groups.slice(maxSentences)) + ungrouped
  if (more === 0 && !hasMore) return named
  const count = more > 0 ? `${atLeast}${more.toLocaleString('en-US')} ` : ''
  return [...named, `ignored ${count}more unknown ${word}s`]
}

/** Issues for a refusal, one for each unknown field of a kind, at most `limit`; and how many fields there are. */
export function refuseUnknownFields(
  schema: z.ZodType,
  fields: unknown,
  limit: number,
): { issues: { path: FieldPath; message: string }[]; count: number } {
  const { groups, ungrouped } = findUnknownFields(schema, fields)
  const issues = groups.slice(0, limit).map(({ first, count }) => ({
    path: first.path,
    message: unknownMessage(first, schema, count),
  }))
  return { issues, count: countFields(groups) + ungrouped }
}

/** The rest of a sentence that begins with the field's name. */
function unknownMessage(field: UnknownField, schema: z.ZodType, count: number): string {
  const hint = hintFor(field, schema)
  const times = count > 1 ? ` (${count.toLocaleString('en-US')} times)` : ''
  return `is not a known field${times}${hint ? `: ${hint}` : ''}`
}

function describePlace(
  { first: { path }, count }: UnknownGroup,
  atLeast: string,
): { text: string; times: string } {
  if (count === 1) return { text: pathText(path), times: '' }
  const pattern = path.map((step) => (typeof step === 'number' ? '[]' : step))
  const text = pattern.map((step, i) => (step === '[]' || i === 0 ? step : `.${step}`)).join('')
  return {
    text: oneLine(text, maxPathCharacters),
    times: ` (${atLeast}${count.toLocaleString('en-US')} times)`,
  }
}

function countFields(groups: readonly UnknownGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}
