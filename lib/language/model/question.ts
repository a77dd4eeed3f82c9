/** Schema of a reply: the subset of JSON Schema that strict modes accept, with every property required. */
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

/** A question to a model: instructions, data and the schema of the reply. */
export interface ModelQuestion {
  /** Name of the tool or the schema. */
  name: string
  description: string
  /** Fixed text that contains nothing from callers. */
  instructions: string
  /** Text from callers and maps, passed as JSON in a separate message, never as instructions. */
  data: unknown
  schema: ObjectSchema
}

/** Builds the schema of an object whose properties are all required, as strict modes demand. */
export function buildObjectSchema(properties: ObjectSchema['properties']): ObjectSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** Allows null, because strict modes do not support optional properties. */
export function allowNull(schema: ReplySchema): ReplySchema {
  return { anyOf: [schema, { type: 'null' }] }
}
