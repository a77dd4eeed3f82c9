import * as z from 'zod'
import { findNearestName } from './fields/nearest-name.ts'

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0]

const units: Record<string, string> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  object: 'fields',
}

const typeNames: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/**
 * Returns the rest of a sentence that begins with the field's name, such as `must be at most 90`. Returns `undefined`
 * when the schema has its own message.
 */
export function describeIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'too_big':
      return describeBound(
        issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
        issue.origin,
      )
    case 'too_small':
      return describeBound(
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
        issue.origin,
      )
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return `has no option ${listKeys(issue.keys)}${suggestName(issue)}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return undefined
  }
}

/** Maximum number of unknown keys listed in a message. */
const maxKeys = 5

function listKeys(keys: readonly string[]): string {
  const named = keys.slice(0, maxKeys).map((key) => `"${key}"`)
  return keys.length > maxKeys
    ? `${named.join(', ')} and ${keys.length - maxKeys} more`
    : named.join(', ')
}

/** Suggests the known name that the first of some unknown keys may stand for. */
function suggestName({ keys, inst }: { keys: string[]; inst?: unknown }): string {
  const { shape = {} } = (inst as { shape?: object } | undefined) ?? {}
  const near = findNearestName(keys[0]!, Object.keys(shape))
  return near === undefined ? '' : `: did you mean "${near}"?`
}

function describeBound(relation: string, limit: number | bigint, origin: string): string {
  const unit = units[origin]
  return unit ? `must have ${relation} ${limit} ${unit}` : `must be ${relation} ${limit}`
}

/** Installs these messages for every schema. */
export function installErrorMessages(): void {
  z.config({ customError: describeIssue })
}
