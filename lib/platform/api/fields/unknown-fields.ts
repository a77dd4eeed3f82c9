import type * as z from 'zod'
import { findKnownFields, type KnownFields, type KnownObject } from './known-fields.ts'

/** Path from the top of a request to a field, as names and indexes. */
export type FieldPath = readonly (string | number)[]

/** A field that the schema does not know. */
export interface UnknownField {
  path: FieldPath
  /** Whether the schema itself refuses it when it checks the object. */
  isRefused: boolean
  /** Names that are known at the location of the field. */
  siblings: readonly string[]
}

/** Unknown fields with the same name at the same kind of location, such as `heading` in each of the `locations`. */
export interface UnknownGroup {
  first: UnknownField
  count: number
}

export interface UnknownFields {
  groups: readonly UnknownGroup[]
  /** Number of unknown fields without a group, because there are too many groups. */
  ungrouped: number
  /** Whether there may be more fields that were not examined. */
  hasMore: boolean
}

/** Maximum number of groups; a request can have a hundred thousand. */
const maxGroups = 200

/** Maximum number of unknown fields to examine, about 10 ms of work. A request can have a quarter of a million. */
const maxFields = 20_000

/** Finds the fields of a request that a schema does not know, at any depth, in linear time. */
export function findUnknownFields(schema: z.ZodType, value: unknown): UnknownFields {
  const groups = new Map<string, { first: UnknownField; count: number }>()
  let ungrouped = 0
  let left = maxFields
  const add = (field: UnknownField) => {
    if (--left < 0) return false
    const key = field.path.map(formatStep).join('')
    const group = groups.get(key)
    if (group) group.count++
    else if (groups.size < maxGroups) groups.set(key, { first: field, count: 1 })
    else ungrouped++
    return true
  }
  visit(findKnownFields(schema), value, [], add)
  return { groups: [...groups.values()], ungrouped, hasMore: left < 0 }
}

/** Maximum characters of a name in a key; sentences show fewer. */
const maxKeyCharacters = 1_000

const formatStep = (step: string | number) =>
  typeof step === 'number' ? '[]' : `.${step.slice(0, maxKeyCharacters)}`

/** Adds an unknown field; returns whether more are accepted. */
type Add = (field: UnknownField) => boolean

/** Path to the current value: one list, changed on the way down and up. */
type Steps = (string | number)[]

function visit(known: KnownFields, value: unknown, steps: Steps, add: Add): void {
  if (value === null || typeof value !== 'object') return
  if (known.kind === 'later') visit(known.read(), value, steps, add)
  else if (known.kind === 'choice') visitChoice(known.options, value, steps, add)
  else if (known.kind === 'all') visitAll(known.parts, value, steps, add)
  else if (Array.isArray(value)) visitItems(known, value, steps, add)
  else if (known.kind === 'object') {
    visitObject(known, value as Record<string, unknown>, steps, add)
  } else if (known.kind === 'record') {
    const others = { fields: noFields, others: known.value }
    visitObject(others, value as Record<string, unknown>, steps, add)
  }
}

function visitItems(known: KnownFields, items: readonly unknown[], steps: Steps, add: Add): void {
  for (const [i, item] of items.entries()) {
    if (known.kind === 'list') visitAt(i, known.item, item, steps, add)
    else if (known.kind === 'tuple') visitAt(i, known.items[i] ?? known.rest, item, steps, add)
  }
}

function visitAt(
  step: string | number,
  known: KnownFields,
  value: unknown,
  steps: Steps,
  add: Add,
): void {
  if (value === null || typeof value !== 'object' || known.kind === 'none') return
  steps.push(step)
  visit(known, value, steps, add)
  steps.pop()
}

const noFields: KnownObject['fields'] = new Map()

/** Name that schemas drop even if they accept any field, because of its meaning in JavaScript. */
const dropped = '__proto__'

function visitObject(
  { fields, others }: Pick<KnownObject, 'fields' | 'others'>,
  value: Record<string, unknown>,
  steps: Steps,
  add: Add,
): void {
  let siblings: string[] | undefined
  for (const name of Object.keys(value)) {
    const known = fields.get(name)
    if (known) visitAt(name, known, value[name], steps, add)
    else if (others === 'ignored' || others === 'refused' || name === dropped) {
      siblings ??= [...fields.keys()]
      if (!add({ path: [...steps, name], isRefused: others === 'refused', siblings })) return
    } else visitAt(name, others, value[name], steps, add)
  }
}

/**
 * Visits the option that a value is meant for: options with matching fixed values first, then the one with the fewest
 * unknown fields.
 */
function visitChoice(options: readonly KnownFields[], value: object, steps: Steps, add: Add): void {
  const matching = options.filter((option) => isMeantFor(option, value))
  const found = (matching.length > 0 ? matching : options).map((option) => {
    const fields: UnknownField[] = []
    visit(option, value, steps, (field) => fields.push(field) <= maxFields)
    return fields
  })
  const fewest = found.reduce((best, fields) => (fields.length < best.length ? fields : best))
  for (const field of fewest) add(field)
}

function isMeantFor(option: KnownFields, value: object): boolean {
  if (Array.isArray(value)) return option.kind === 'list' || option.kind === 'tuple'
  if (option.kind !== 'object') return option.kind === 'record'
  const fields = value as Record<string, unknown>
  return [...option.literals].every(([name, values]) => values.includes(fields[name]))
}

/** Visits all parts; a field is unknown when none of the parts knows it. */
function visitAll(parts: readonly KnownFields[], value: object, steps: Steps, add: Add): void {
  const found = parts.map((part) => {
    const fields = new Map<string, UnknownField>()
    visit(
      part,
      value,
      steps,
      (field) => fields.set(JSON.stringify(field.path), field).size <= maxFields,
    )
    return fields
  })
  for (const [key, field] of found[0]!) {
    const same = found.map((fields) => fields.get(key))
    if (!same.every((each) => each !== undefined)) continue
    const siblings = [...new Set(same.flatMap((each) => each.siblings))]
    add({ ...field, siblings, isRefused: same.some((each) => each.isRefused) })
  }
}
