import type * as z from 'zod'

/** Field names that a schema knows at each location of a value. Types, bounds and formats are left to the schema. */
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
  /** Values of fields with one fixed value, which distinguish the options of a union. */
  literals: ReadonlyMap<string, readonly unknown[]>
  /** Other fields: refused or ignored by the schema, or described by a schema of their own. */
  others: 'refused' | 'ignored' | KnownFields
}

const none = { kind: 'none' } as const
const any = { kind: 'any' } as const

const known = new WeakMap<z.core.$ZodType, KnownFields>()

/** Returns the fields that a schema knows at any depth. Each schema is read once. */
export function findKnownFields(schema: z.core.$ZodType): KnownFields {
  let fields = known.get(schema)
  if (!fields) {
    fields = readFields(schema)
    known.set(schema, fields)
  }
  return fields
}

/** Reads the fields of every kind of zod 4 schema that can contain objects; the others contain none. */
function readFields(schema: z.core.$ZodType): KnownFields {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return readObject(def)
    case 'array':
      return makeList(findKnownFields(def.element))
    case 'set':
      return makeList(findKnownFields(def.valueType))
    case 'tuple': {
      const items = def.items.map(findKnownFields)
      const rest = def.rest ? findKnownFields(def.rest) : none
      return [...items, rest].every(isNone) ? none : { kind: 'tuple', items, rest }
    }
    case 'record':
    case 'map':
      return { kind: 'record', value: findKnownFields(def.valueType) }
    case 'union':
      return makeChoice(def.options.map(findKnownFields))
    case 'intersection':
      return { kind: 'all', parts: [findKnownFields(def.left), findKnownFields(def.right)] }
    case 'lazy':
      return { kind: 'later', read: () => findKnownFields(def.getter()) }
    case 'pipe':
      // A leading transform only reads the value; the schema behind it describes the fields.
      return findKnownFields(def.in._zod.def.type === 'transform' ? def.out : def.in)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
    case 'promise':
    case 'success':
      return findKnownFields(def.innerType)
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
  const fields = new Map(entries.map(([name, field]) => [name, findKnownFields(field)]))
  const literals = new Map(
    entries.flatMap(([name, field]) => {
      const { def } = (field as z.core.$ZodTypes)._zod
      return def.type === 'literal' ? [[name, def.values] as const] : []
    }),
  )
  return { kind: 'object', fields, literals, others: describeOthers(catchall) }
}

function describeOthers(catchall: z.core.$ZodType | undefined): KnownObject['others'] {
  if (!catchall) return 'ignored'
  return catchall._zod.def.type === 'never' ? 'refused' : findKnownFields(catchall)
}

function makeList(item: KnownFields): KnownFields {
  return isNone(item) ? none : { kind: 'list', item }
}

/**
 * Makes a choice of options. A union with `unknown` documents its other options and checks them later, so only those
 * are known.
 */
function makeChoice(options: readonly KnownFields[]): KnownFields {
  const described = options.filter(({ kind }) => kind !== 'none' && kind !== 'any')
  if (described.length === 0) return options.some(({ kind }) => kind === 'any') ? any : none
  return described.length === 1 ? described[0]! : { kind: 'choice', options: described }
}

function isNone({ kind }: KnownFields): boolean {
  return kind === 'none'
}
