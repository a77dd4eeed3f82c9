import * as z from 'zod'
import type { Operation } from '#platform/api'

/** The part of JSON Schema that tools use: an object at the top, without references and tuples. */
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

/** Keywords that are copied unchanged. */
const kept = ['enum', 'default', 'minimum', 'maximum', 'minItems', 'maxItems'] as const

/** Returns whether a limit is JavaScript's and not the field's. */
const isUnbounded = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER

/** Simplifies the schema of a field of a contract: removes descriptions, references, patterns and tuples. */
function simplifySchema(schema: Found, definitions: Record<string, Found>): JsonSchema {
  const { $ref, ...rest } = schema
  if (typeof $ref === 'string') {
    const target = definitions[$ref.slice('#/$defs/'.length)]!
    return simplifySchema({ ...target, ...rest }, definitions)
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
    const shapes = choices.map((choice) => simplifySchema(choice, definitions))
    return shapes.length === 1 ? { ...shapes[0], ...own } : { anyOf: shapes, ...own }
  }
  const type = (schema.type ??
    (schema.const === undefined ? undefined : typeof schema.const)) as string
  const constant = schema.const === undefined ? {} : { enum: [schema.const] }
  if (type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Found>)
    const properties = Object.fromEntries(
      fields.map(([name, field]) => [name, simplifySchema(field, definitions)]),
    )
    const required = schema.required as string[] | undefined
    return { type, properties, ...(required?.length && { required }), ...own }
  }
  if (type === 'array') {
    const item = Array.isArray(schema.prefixItems) ? schema.prefixItems[0] : schema.items
    return { type, ...(item ? { items: simplifySchema(item as Found, definitions) } : {}), ...own }
  }
  return { ...(type && { type }), ...constant, ...own }
}

/** Removes the bounds of degrees, which are self-evident and take up an eighth of the list of tools. */
function dropDegreeBounds(schema: JsonSchema): JsonSchema {
  const properties =
    schema.properties &&
    Object.entries(schema.properties).map(([name, field]): [string, JsonSchema] => [
      name,
      ['lat', 'lon', 'lng'].includes(name) ? { type: 'number' } : dropDegreeBounds(field),
    ])
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(properties) }),
    ...(schema.items && { items: dropDegreeBounds(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(dropDegreeBounds) }),
  }
}

function findField(operation: Operation, name: string): z.ZodType {
  const { input } = operation
  const field =
    input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>)[name] : undefined
  if (!field) throw new TypeError(`${operation.id} has no field "${name}"`)
  return field
}

/** A tool's description of a field, or a schema of its own where the contract's is too long. */
export type FieldWords = string | JsonSchema

/**
 * Makes the schema of a tool's arguments: the named fields of an operation's input, with the contract's types and
 * bounds and the tool's descriptions. A field is required if the contract requires it.
 *
 * @throws TypeError for a field that the operation does not have.
 */
export function makeArgumentsSchema(
  operation: Operation,
  words: Readonly<Record<string, FieldWords>>,
  own: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const fields = Object.entries(words).map(([name, said]): [string, JsonSchema] => {
    const field = findField(operation, name)
    if (typeof said !== 'string') return [name, said]
    const found = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Found
    const schema = dropDegreeBounds(simplifySchema(found, found.$defs ?? {}))
    return [name, { ...schema, ...(said && { description: said }) }]
  })
  const required = Object.keys(words).filter(
    (name) => !findField(operation, name).safeParse(undefined).success,
  )
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields), ...own },
    ...(required.length > 0 && { required }),
  }
}

/** Returns the types of a field of an answer. */
function listTypes(schema: Found, definitions: Record<string, Found>): string[] {
  if (typeof schema.$ref === 'string') {
    return listTypes(definitions[schema.$ref.slice('#/$defs/'.length)]!, definitions)
  }
  const choices = (schema.anyOf ?? schema.oneOf) as Found[] | undefined
  if (choices) return [...new Set(choices.flatMap((choice) => listTypes(choice, definitions)))]
  const type = schema.type as string | undefined
  if (type) return [type]
  return schema.const === undefined ? [] : [typeof schema.const]
}

/**
 * Makes the schema of a tool's answer: the fields of the operation's output by type alone, and the short answer's
 * additional `own` fields. No field is required and deeper levels are open, so that a paid answer passes every
 * client's validation, short or whole. The function itself checks its answers against the contract.
 */
export function makeAnswerSchema(
  operation: Operation,
  own: Readonly<Record<string, JsonSchema>> = {},
  left: readonly string[] = [],
): JsonSchema {
  const shape = (operation.output as z.ZodObject).shape as Record<string, z.ZodType>
  const fields = Object.entries(shape)
    .filter(([name]) => !left.includes(name))
    .map(([name, field]): [string, JsonSchema] => {
      const found = z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' }) as Found
      const types = listTypes(found, found.$defs ?? {})
      return [name, types.length === 0 ? {} : { type: types.length === 1 ? types[0]! : types }]
    })
  return { type: 'object', properties: { ...Object.fromEntries(fields), ...own } }
}
