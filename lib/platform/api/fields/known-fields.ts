import type * as z from 'zod'

/** The names of fields that a schema knows at each place of a value. Types, bounds and formats are left to the schema. */
export type KnownFields =
  | { kind: 'none' }
  | { kind: 'any' }
  | KnownObject
  | { kind: 'list'; item: KnownFields }
  | { kind: 'tuple'; items: readonly KnownFields[]; rest: KnownFields }
  | { kind: 'record'; value: KnownFields }
  | { kind: 'choice'; options: readonly KnownFields[] }
  | { kind: 'all'; parts: readonly KnownFields[] }
  | { kind: 'later'; read: () => KnownFields }

export interface KnownObject {
  kind: 'object'
  fields: ReadonlyMap<string, KnownFields>
  /** Values of fields that have one fixed value, which tell the options of a union apart. */
  literals: ReadonlyMap<string, readonly unknown[]>
  /** Other fields: refused by the schema, left out by it, or described in turn. */
  others: 'refused' | 'ignored' | KnownFields
}

const none = { kind: 'none' } as const
const any = { kind: 'any' } as const

const known = new WeakMap<z.core.$ZodType, KnownFields>()

/** The fields that a schema knows at any depth. Read from each schema once. */
export function knownFields(schema: z.core.$ZodType): KnownFields {
  let fields = known.get(schema)
  if (!fields) {
    fields = readFields(schema)
    known.set(schema, fields)
  }
  return fields
}

/** Every kind of schema of zod 4 that can hold objects; all others hold none. */
function readFields(schema: z.core.$ZodType): KnownFields {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return readObject(def)
    case 'array':
      return makeList(knownFields(def.element))
    case 'set':
      return makeList(knownFields(def.valueType))
    case 'tuple': {
      const items = def.items.map(knownFields)
      const rest = def.rest ? knownFields(def.rest) : none
      return [...items, rest].every(isNone) ? none : { kind: 'tuple', items, rest }
    }
    case 'record':
    case 'map':
      return { kind: 'record', value: knownFields(def.valueType) }
    case 'union':
      return makeChoice(def.options.map(knownFields))
    case 'intersection':
      return { kind: 'all', parts: [knownFields(def.left), knownFields(def.right)] }
    case 'lazy':
      return { kind: 'later', read: () => knownFields(def.getter()) }
    case 'pipe':
      // A transform in front only reads the value; the schema behind it describes the fields.
      return knownFields(def.in._zod.def.type === 'transform' ? def.out : def.in)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
    case 'promise':
    case 'success':
      return knownFields(def.innerType)
    case 'any':
    case 'unknown':
    case 'custom':
    case 'transform':
      return any
    default:
      return none
  }
}

function readObject({ shape, catchall }: z.core.$ZodObjectDef): KnownFields {
  const entries = Object.entries(shape)
  const fields = new Map(entries.map(([name, field]) => [name, knownFields(field)]))
  const literals = new Map(
    entries.flatMap(([name, field]) => {
      const { def } = (field as z.core.$ZodTypes)._zod
      return def.type === 'literal' ? [[name, def.values] as const] : []
    }),
  )
  return { kind: 'object', fields, literals, others: knowOthers(catchall) }
}

function knowOthers(catchall: z.core.$ZodType | undefined): KnownObject['others'] {
  if (!catchall) return 'ignored'
  return catchall._zod.def.type === 'never' ? 'refused' : knownFields(catchall)
}

function makeList(item: KnownFields): KnownFields {
  return isNone(item) ? none : { kind: 'list', item }
}

/**
 * A union with `unknown` documents its other options and checks them later: those are the ones that are known.
 */
function makeChoice(options: readonly KnownFields[]): KnownFields {
  const described = options.filter(({ kind }) => kind !== 'none' && kind !== 'any')
  if (described.length === 0) return options.some(({ kind }) => kind === 'any') ? any : none
  return described.length === 1 ? described[0]! : { kind: 'choice', options: described }
}

function isNone({ kind }: KnownFields): boolean {
  return kind === 'none'
}
