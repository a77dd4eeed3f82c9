/** The parts of JSON Schema that the contracts use. */
export interface PrintableSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: PrintableSchema[]
  oneOf?: PrintableSchema[]
  properties?: Record<string, PrintableSchema>
  required?: string[]
  additionalProperties?: boolean | PrintableSchema
  items?: PrintableSchema
  prefixItems?: PrintableSchema[]
  description?: string
  default?: unknown
}

/** Prints a schema as a TypeScript type. References become the names of exported types. */
export function printType(schema: PrintableSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return union(variants.map((variant) => printType(variant, indent)))
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => printType({ ...schema, type }, indent)))
  }
  switch (schema.type) {
    case undefined:
      return 'unknown'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return printArray(schema, indent)
    case 'object':
      return printObject(schema, indent)
    default:
      throw new TypeError(`no TypeScript type for ${schema.type}`)
  }
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

function printArray({ items, prefixItems }: PrintableSchema, indent: string): string {
  if (prefixItems) {
    const types = prefixItems.map((item) => printType(item, indent))
    const rest = items ? `, ...Array<${printType(items, indent)}>` : ''
    return `[${types.join(', ')}${rest}]`
  }
  return `Array<${printType(items ?? {}, indent)}>`
}

function printObject(schema: PrintableSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined
  const names = Object.keys(properties)
  if (names.length === 0) return rest ? `Record<string, ${printType(rest, indent)}>` : 'object'
  const inner = `${indent}  `
  const lines = names.map((name) => {
    const property = properties[name]!
    const mark = required.includes(name) ? '' : '?'
    return `${printDocs(property, inner)}${inner}${printName(name)}${mark}: ${printType(property, inner)}\n`
  })
  if (rest) lines.push(`${inner}[name: string]: unknown\n`)
  return `{\n${lines.join('')}${indent}}`
}

export function printName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

/** Prints description and default as a documentation comment, or nothing if both are missing. */
export function printDocs(schema: PrintableSchema, indent: string): string {
  const lines = schema.description?.split('\n') ?? []
  if (schema.default !== undefined) lines.push(`@default ${JSON.stringify(schema.default)}`)
  return printComment(lines, indent)
}

export function printComment(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return ''
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
