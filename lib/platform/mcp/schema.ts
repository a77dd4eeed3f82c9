import * as z from 'zod'
import type { Operation } from '#platform/api'

/** A JSON Schema, as far as tools use it: no references, no tuples, at the top an object. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  enum?: readonly unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  anyOf?: JsonSchema[]
}

type Found = Record<string, unknown> & { $defs?: Record<string, Found> }

/** Keywords that are kept as they are. */
const kept = ['enum', 'default', 'minimum', 'maximum', 'minItems', 'maxItems'] as const

/** Limits of JavaScript, not of a field. */
const isUnbounded = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER

/** The schema of a field of a contract, without its words, references, patterns and tuples. */
function trimmed(schema: Found, definitions: Record<string, Found>): JsonSchema {
  const { $ref, ...rest } = schema
  if (typeof $ref === 'string') {
    const target = definitions[$ref.slice('#/$defs/'.length)]!
    return trimmed({ ...target, ...rest }, definitions)
  }
  const own = Object.fromEntries(
    kept
      .filter((key) => key in schema && !isUnbounded(schema[key]))
      .map((key) => [key, schema[key]]),
  )
  const choices = ((schema.anyOf ?? schema.oneOf) as Found[] | undefined)?.filter(
    (choice) => Object.keys(choice).length > 0,
  )
  if (choices) {
    const shapes = choices.map((choice) => trimmed(choice, definitions))
    return shapes.length === 1 ? { ...shapes[0], ...own } : { anyOf: shapes, ...own }
  }
  const type = (schema.type ??
    (schema.const === undefined ? undefined : typeof schema.const)) as string
  const constant = schema.const === undefined ? {} : { enum: [schema.const] }
  if (type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Found>)
    const properties = Object.fromEntries(
      fields.map(([name, field]) => [name, trimmed(field, definitions)]),
    )
    const required = schema.required as string[] | undefined
    return { type, properties, ...(required?.length && { required }), ...own }
  }
  if (type === 'array') {
    const item = Array.isArray(schema.prefixItems) ? schema.prefixItems[0] : schema.items
    return { type, ...(item ? { items: trimmed(item as Found, definitions) } : {}), ...own }
  }
  return { ...(type && { type }), ...constant, ...own }
}

/** Degrees need no bounds to be understood: an eighth of the list of tools. */
function withoutDegrees(schema: JsonSchema): JsonSchema {
  const properties =
    schema.properties &&
    Object.entries(schema.properties).map(([name, field]): [string, JsonSchema] => [
      name,
      ['lat', 'lon', 'lng'].includes(name) ? { type: 'number' } : withoutDegrees(field),
    ])
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(properties) }),
    ...(schema.items && { items: withoutDegrees(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(withoutDegrees) }),
  }
}

function fieldOf(operation: Operation, name: string): z.ZodType {
  const { input } = operation
  const field =
    input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>)[name] : undefined
  if (!field) throw new TypeError(`${operation.id} has no field "${name}"`)
  return field
}

/** What a tool says of a field: words, or a schema of its own where the contract's is too long. */
export type FieldWords = string | JsonSchema

/**
 * The schema of a tool's arguments: the named fields of an operation's input with the contract's types and bounds
 * and the tool's words, and required where the contract requires them.
 *
 * @throws TypeError for a field that the operation has not.
 */
export function argumentsOf(
  operation: Operation,
  words: Readonly<Record<string, FieldWords>>,
  own: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const fields = Object.entries(words).map(([name, said]): [string, JsonSchema] => {
    const field = fieldOf(operation, name)
    if (typeof said !== 'string') return [name, said]
    const found = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Found
    const schema = withoutDegrees(trimmed(found, found.$defs ?? {}))
    return [name, { ...schema, ...(said && { description: said }) }]
  })
  const required = Object.keys(words).filter(
    (name) => !fieldOf(operation, name).safeParse(undefined).success,
  )
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields), ...own },
    ...(required.length > 0 && { required }),
  }
}

/** The kind of value of a field of an answer. */
function typeOf(schema: Found, definitions: Record<string, Found>): string[] {
  if (typeof schema.$ref === 'string') {
    return typeOf(definitions[schema.$ref.slice('#/$defs/'.length)]!, definitions)
  }
  const choices = (schema.anyOf ?? schema.oneOf) as Found[] | undefined
  if (choices) return [...new Set(choices.flatMap((choice) => typeOf(choice, definitions)))]
  const type = schema.type as string | undefined
  if (type) return [type]
  return schema.const === undefined ? [] : [typeof schema.const]
}

/**
 * The schema of a tool's answer: the fields of the operation's output by their types alone, and `own` ones of the
 * short answer. None is required and deeper levels are open, so that an answer that was paid for passes every
 * client's validation, short or whole; the function itself checks its answers against the contract.
 */
export function answerOf(
  operation: Operation,
  own: Readonly<Record<string, JsonSchema>> = {},
  left: readonly string[] = [],
): JsonSchema {
  const shape = (operation.output as z.ZodObject).shape as Record<string, z.ZodType>
  const fields = Object.entries(shape)
    .filter(([name]) => !left.includes(name))
    .map(([name, field]): [string, JsonSchema] => {
      const found = z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' }) as Found
      const types = typeOf(found, found.$defs ?? {})
      return [name, types.length === 0 ? {} : { type: types.length === 1 ? types[0]! : types }]
    })
  return { type: 'object', properties: { ...Object.fromEntries(fields), ...own } }
}
