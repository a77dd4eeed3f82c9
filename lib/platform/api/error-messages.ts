import * as z from 'zod'
import { nearestName } from './fields/nearest-name.ts'

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
 * The rest of a sentence that begins with the field's name: `must be at most 90`. Undefined where the schema has
 * its own message.
 */
export function describeIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'too_big':
      return bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
    case 'too_small':
      return bound(
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
        issue.origin,
      )
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return `has no option ${listKeys(issue.keys)}${hintFor(issue)}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return undefined
  }
}

/** Unknown keys that a message names. */
const maxKeys = 5

function listKeys(keys: readonly string[]): string {
  const named = keys.slice(0, maxKeys).map((key) => `"${key}"`)
  return keys.length > maxKeys
    ? `${named.join(', ')} and ${keys.length - maxKeys} more`
    : named.join(', ')
}

/** The known name that the first of some unknown keys may be meant for. */
function hintFor({ keys, inst }: { keys: string[]; inst?: unknown }): string {
  const { shape = {} } = (inst as { shape?: object } | undefined) ?? {}
  const near = nearestName(keys[0]!, Object.keys(shape))
  return near === undefined ? '' : `: did you mean "${near}"?`
}

function bound(relation: string, limit: number | bigint, origin: string): string {
  const unit = units[origin]
  return unit ? `must have ${relation} ${limit} ${unit}` : `must be ${relation} ${limit}`
}

/** Installs these messages for every schema. */
export function installErrorMessages(): void {
  z.config({ customError: describeIssue })
}
