import type * as z from 'zod'
import { toOneLine } from '#platform/safe-text'
import { describeHint } from './hint.ts'
import {
  type FieldPath,
  findUnknownFields,
  type UnknownField,
  type UnknownGroup,
} from './unknown-fields.ts'

/** The word for the fields of a request: a body has fields, a query string has parameters. */
export type FieldWord = 'field' | 'parameter'

/** Maximum sentences about unknown fields in one answer; an additional last one counts the rest. */
export const maxSentences = 10

/** Maximum characters of a path in a sentence. */
export const maxPathCharacters = 200

/** Formats a path as a caller would write it: `locations[0].heading`. */
export function formatPath(path: FieldPath): string {
  const text = path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`))
    .join('')
  return toOneLine(text, maxPathCharacters)
}

/**
 * Writes warnings that name each field of a request that its schema does not know. Many fields of one kind share one
 * sentence.
 */
export function warnOfUnknownFields(
  schema: z.ZodType,
  fields: unknown,
  word: FieldWord = 'field',
): string[] {
  const { groups, ungrouped, hasMore } = findUnknownFields(schema, fields)
  const atLeast = hasMore ? 'at least ' : ''
  const named = groups.slice(0, maxSentences).map(({ first, count }) => {
    const hint = describeHint(first, schema)
    const { text, times } = describeLocation({ first, count }, atLeast)
    const verb = first.isRefused ? 'unknown' : 'ignored'
    return `${verb} ${word} "${text}"${times}${hint ? `: ${hint}` : ''}`
  })
  const more = countFields(groups.slice(maxSentences)) + ungrouped
  if (more === 0 && !hasMore) return named
  const count = more > 0 ? `${atLeast}${more.toLocaleString('en-US')} ` : ''
  return [...named, `ignored ${count}more unknown ${word}s`]
}

/** Makes at most `limit` issues for a refusal, one for each unknown field of a kind, and counts all unknown fields. */
export function refuseUnknownFields(
  schema: z.ZodType,
  fields: unknown,
  limit: number,
): { issues: { path: FieldPath; message: string }[]; count: number } {
  const { groups, ungrouped } = findUnknownFields(schema, fields)
  const issues = groups.slice(0, limit).map(({ first, count }) => ({
    path: first.path,
    message: describeUnknownField(first, schema, count),
  }))
  return { issues, count: countFields(groups) + ungrouped }
}

/** Returns the rest of a sentence that begins with the field's name. */
function describeUnknownField(field: UnknownField, schema: z.ZodType, count: number): string {
  const hint = describeHint(field, schema)
  const times = count > 1 ? ` (${count.toLocaleString('en-US')} times)` : ''
  return `is not a known field${times}${hint ? `: ${hint}` : ''}`
}

function describeLocation(
  { first: { path }, count }: UnknownGroup,
  atLeast: string,
): { text: string; times: string } {
  if (count === 1) return { text: formatPath(path), times: '' }
  const pattern = path.map((step) => (typeof step === 'number' ? '[]' : step))
  const text = pattern.map((step, i) => (step === '[]' || i === 0 ? step : `.${step}`)).join('')
  return {
    text: toOneLine(text, maxPathCharacters),
    times: ` (${atLeast}${count.toLocaleString('en-US')} times)`,
  }
}

function countFields(groups: readonly UnknownGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}
