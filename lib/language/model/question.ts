/** A schema of a reply: the subset of JSON Schema that strict modes take, with every property required. */
export type ReplySchema =
  | {
      type: 'string' | 'number' | 'integer' | 'boolean'
      description?: string
      enum?: readonly string[]
    }
  | { type: 'array'; items: ReplySchema; description?: string }
  | ObjectSchema
  | { anyOf: readonly (ReplySchema | { type: 'null' })[]; description?: string }

export interface ObjectSchema {
  type: 'object'
  properties: Readonly<Record<string, ReplySchema>>
  required: readonly string[]
  additionalProperties: false
  description?: string
}

/** Something to ask a model: what to do, data to do it with, and the form of the reply. */
export interface ModelQuestion {
  /** Name of the tool or the schema. */
  name: string
  description: string
  /** Written by us alone. */
  instructions: string
  /** What callers and maps say: passed as JSON, in a message of its own, never as instructions. */
  data: unknown
  schema: ObjectSchema
}

/** An object all of whose properties are required, as strict modes demand. */
export function objectSchema(properties: ObjectSchema['properties']): ObjectSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** Strict modes know no optional properties. */
export function orNull(schema: ReplySchema): ReplySchema {
  return { anyOf: [schema, { type: 'null' }] }
}
