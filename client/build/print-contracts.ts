import type { Operation } from '../../lib/platform/api/index.ts'
import { makeOpenApiDocument } from '../../lib/platform/api/openapi.ts'
import { errorCodes } from '../error-codes.ts'
import { type PrintableSchema, printComment, printName, printType } from './print-type.ts'

/** Parts of an operation in the OpenAPI document that determine its types. */
interface DescribedOperation {
  parameters?: { name: string; required?: boolean; schema: PrintableSchema }[]
  requestBody?: { content: Record<string, { schema: PrintableSchema }> }
  responses: Record<string, { content: Record<string, { schema: PrintableSchema }> }>
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, PrintableSchema> }
}

/** Tree of methods by the segments of their ids. A leaf prints itself. */
interface Branch {
  [name: string]: Branch | ((indent: string) => string)
}

/** Prints the module `contracts.ts` of the packed client: types without zod, from the OpenAPI document. */
export function printContracts(operations: readonly Operation[]): string {
  const { paths, components } = makeOpenApiDocument(operations) as unknown as Document
  const types = new Map(Object.entries(components.schemas))
  const tree: Branch = {}
  for (const operation of operations) {
    const described = paths[operation.path]![operation.method.toLowerCase()]!
    const input = describeInput(operation, described)
    if (!types.has(input.name)) types.set(input.name, input.schema)
    const answers = described.responses[String(operation.status ?? 200)]!.content
    const forms = ['application/json', 'application/geo+json'].flatMap(
      (each) => answers[each] ?? [],
    )
    const parameters = [input.name, ...forms.map(({ schema }) => printType(schema))].join(', ')
    const names = operation.id.split('/').map(camelCase)
    const last = names.at(-1)!
    branchAt(tree, names.slice(0, -1))[last] = (indent) =>
      `${printComment(describeOperation(operation, input.schema), indent)}${indent}${last}: Method<${parameters}>\n`
  }
  const named = new Map(
    [...types].map(([name, { properties }]) => [properties?.error?.const, name]),
  )
  const errors = errorCodes.map((code) => {
    // No operation declares this error: it answers a wrong HTTP method, which the client never sends.
    const bare = `{ error: '${code}'; message: string }`
    return `  ${code}: ${named.get(code) ?? bare}\n`
  })
  return [
    "import type { Method } from './method.ts'\n",
    ...[...types].map(([name, schema]) => printExport(name, schema)),
    `${printComment(['The body of each error of the service, by its code.'], '')}export interface ErrorBodies {\n${errors.join('')}}\n`,
    `${printComment(['A method for each operation, by its id.'], '')}export interface Operations ${printBranch(tree, '')}\n`,
  ].join('\n')
}

function printExport(name: string, schema: PrintableSchema): string {
  const docs = printComment(schema.description?.split('\n') ?? [], '')
  return `${docs}export type ${name} = ${printType(schema)}\n`
}

/** Returns name and schema of an input: the body of a POST, else the parameters as one object. */
function describeInput(
  { id, input }: Operation,
  { parameters = [], requestBody }: DescribedOperation,
): { name: string; schema: PrintableSchema } {
  const body = requestBody?.content['application/json']?.schema
  if (body?.$ref) return { name: printType(body), schema: body }
  const name = input.meta()?.id
  if (!name) throw new TypeError(`${id}: the input has no id`)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  return { name, schema }
}

function describeOperation(
  { id, summary, description, examples }: Operation,
  input: PrintableSchema,
): string[] {
  const lines = [`${summary}.`, '', ...description.split('\n')]
  const request = examples[0]?.request
  if (!request) return lines
  const shown = Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      parseParameter(value, input.properties?.[name]),
    ]),
  )
  const call = `cairn.${id.split('/').map(camelCase).join('.')}`
  return [...lines, '', '@example', `await ${call}(${JSON.stringify(shown)})`]
}

/** Converts a query parameter of an example, which is text, to the type that the client takes. */
function parseParameter(value: unknown, schema: PrintableSchema | undefined): unknown {
  if (typeof value !== 'string') return value
  if (schema?.type === 'number' || schema?.type === 'integer') return Number(value)
  return schema?.type === 'array' ? value.split(',') : value
}

function branchAt(tree: Branch, names: readonly string[]): Branch {
  let branch = tree
  for (const name of names) {
    branch[name] ??= {}
    branch = branch[name] as Branch
  }
  return branch
}

function printBranch(branch: Branch, indent: string): string {
  const inner = `${indent}  `
  const entries = Object.entries(branch).map(([name, child]) =>
    typeof child === 'function'
      ? child(inner)
      : `${inner}${printName(name)}: ${printBranch(child, inner)}\n`,
  )
  return `{\n${entries.join('')}${indent}}`
}

/** Converts `structured-search` to `structuredSearch`. */
function camelCase(words: string): string {
  return words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
