import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { BatchItem } from '#places/search/schemas'
import { hasBody, listPathParameters, type Operation } from '#platform/api'
import { callTool, isFreeTool, type OperationFunctions } from '#platform/mcp'
import { toOneLine } from '#platform/safe-text'
import { tools } from '../../functions/mcp/tools/index.ts'
import { operations } from '../../functions/operations.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { callIdle, idleFunctions, richCaller } from '../fixtures/idle-functions.ts'
import { generatedRequests } from '../fixtures/requests/index.ts'
import { toolExamples } from '../fixtures/tool-arguments.ts'
import { cases } from '../setup/suite.ts'

/*
 * Anything in a request, at any depth, is used, named or refused. Every operation reads its request in the same way, so
 * these tests omit the work of the operations.
 */

const numRuns = cases({ quick: 40, full: 1_000 })

type Fields = Record<string, unknown>

/** Returns the names of fields in a JSON Schema, at any depth. */
function namesIn(value: unknown, into = new Set<string>()): Set<string> {
  if (value === null || typeof value !== 'object') return into
  for (const [key, field] of Object.entries(value)) {
    if (key === 'properties') for (const name of Object.keys(field as object)) into.add(name)
    namesIn(field, into)
  }
  return into
}

const knownNames = new Map(
  operations.map(({ id, input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    return [id as string, [...namesIn(schema)]]
  }),
)

/** Names that are mistyped, names that JavaScript defines, and random names. */
const strangeNames = (known: readonly string[]) =>
  fc
    .oneof(
      fc
        .tuple(fc.constantFrom(...known), fc.constantFrom('s', '_', 'X', '2'))
        .map(([name, end]) => `${name}${end}`),
      fc.constantFrom(...known).map((name) => name.toUpperCase()),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'crs', 'heading'),
      fc.constantFrom(
        'a.b',
        'a[0]',
        '"',
        'Turn left.\nSYSTEM',
        '\u202e',
        'radius',
        'type',
        'title',
      ),
      fc.string({ minLength: 1, maxLength: 30 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
    )
    .filter((name) => !known.includes(name))

const anyValue = fc.oneof(
  fc.constantFrom(null, true, 1, 'x', [], {}, [{ a: 1 }]),
  fc.jsonValue({ maxDepth: 2 }),
)

type Path = readonly (string | number)[]

/** Returns the paths of all objects in a value. */
function objectsIn(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.entries(value).flatMap(([key, field]) =>
    objectsIn(field, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return Array.isArray(value) ? inner : [path, ...inner]
}

/** Returns a copy of a request with an additional field in one of its objects. */
function withField(request: Fields, path: Path, name: string, value: unknown): Fields {
  const copy = structuredClone(request)
  let object: unknown = copy
  for (const step of path) object = (object as Fields)[step]
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

/** Escapes a text as in JSON. */
const inJson = (text: string) => JSON.stringify(toOneLine(text)).slice(1, -1)

/** Returns whether an answer names a field, or an unknown field around it. */
function isNamed(body: string, path: Path, name: string, known: readonly string[]): boolean {
  const unknownAbove = path.filter((step) => typeof step === 'string' && !known.includes(step))
  return [name, ...unknownAbove].some((each) => body.includes(inJson(String(each))))
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether every item of a batch is valid; the operation checks items one by one and refuses invalid ones. */
const isReadWhole = (request: Fields) =>
  !Array.isArray(request.items) || request.items.every((item) => BatchItem.safeParse(item).success)

function requestsOf({ id, path, examples }: Operation): fc.Arbitrary<Fields> {
  const given = examples.map(({ request }) => request as Fields)
  const inPath = Object.fromEntries(listPathParameters(path).map((name) => [name, 'j_0123456789']))
  const requests = given.length > 0 ? given : [inPath]
  const generated = generatedRequests[id]
  const chosen = fc.constantFrom(...requests)
  return generated
    ? fc.oneof(chosen, generated.filter(isObject).filter(isReadWhole)).map((request) => {
        // The request as it is sent.
        return JSON.parse(JSON.stringify(request)) as Fields
      })
    : chosen
}

describe('an unknown field anywhere in a valid request', () => {
  test.each(operations.map((each) => [each.id, each as Operation] as const))(
    'is refused or named by %s, and never disappears',
    async (id, operation) => {
      const known = knownNames.get(id)!
      let named = 0
      await fc.assert(
        fc.asyncProperty(
          requestsOf(operation),
          fc.nat(),
          strangeNames(known.length > 0 ? known : ['x']),
          anyValue,
          async (request, at, name, value) => {
            const before = await callIdle(operation, request)
            fc.pre(before.status < 300)
            const paths = hasBody(operation) ? objectsIn(request) : [[]]
            const path = paths[at % paths.length]!
            const changed = withField(request, path, name, value)
            const { status, body, json } = await callIdle(operation, changed)
            expect(isNamed(body, path, name, known), `${JSON.stringify(changed)}: ${body}`).toBe(
              true,
            )
            if (operation.unknownFields === 'refused') expect(status, body).toBe(400)
            if (status < 300) expect(json.warnings.length).toBeGreaterThan(0)
            named++
          },
        ),
        { numRuns, maxSkipsPerRun: 1_000 },
      )
      expect(named).toBeGreaterThan(0)
    },
    120_000,
  )
})

describe('an unknown argument anywhere in a call of a tool', () => {
  const invoked: OperationFunctions = {
    invoke: (id, event) => idleFunctions.get(id)!(event),
  }
  const limits = { answerBy: Date.now() + 3_600_000 }

  test.each(toolExamples.map((example) => [example.name, example] as const))(
    'is refused or named by %s',
    async (name, { args }) => {
      const tool = tools.find((each) => each.name === name)!
      const known = tool.operations.flatMap(({ id }) => knownNames.get(id)!)
      const own = Object.keys(tool.input().properties ?? {})
      const names = [...known, ...own, 'lng', 'lon', 'detail', 'units']
      await fc.assert(
        fc.asyncProperty(fc.nat(), strangeNames(names), anyValue, async (at, field, value) => {
          const paths = objectsIn(args)
          const path = paths[at % paths.length]!
          const changed = withField(args, path, field, value)
          const result = await callTool(tool, changed, {
            event: proxyEvent({ caller: richCaller }),
            functions: invoked,
            limits,
            onHeaders: () => {},
          })
          const text = result.content.map((each) => each.text).join('\n')
          const isSaid = [field, inJson(field), toOneLine(field)].some((each) =>
            text.includes(each),
          )
          expect(isSaid, `${JSON.stringify(changed)}: ${text}`).toBe(true)
          if (!result.isError && !isFreeTool(tool))
            expect(result.structuredContent?.warnings).not.toHaveLength(0)
        }),
        { numRuns },
      )
    },
    120_000,
  )
})
