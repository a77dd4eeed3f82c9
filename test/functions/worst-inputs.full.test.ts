import { readFileSync, writeFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { hasBody } from '#platform/api'
import { operations } from '../../functions/operations.ts'
import { maxBodyBytes } from '../../infra/local/read-body.ts'
import { httpCall, maxPathLength } from '../fixtures/generated-calls.ts'
import { measuredCaller } from '../fixtures/measured-call.ts'
import type { Described, DescribedObject } from '../fixtures/worst-inputs/described.ts'
import { searchWorstInputs, type WorstInput } from '../fixtures/worst-inputs/search.ts'

const minutes = Number(process.env.CAIRN_WORST_MINUTES ?? 3)
const seed = Number(process.env.CAIRN_WORST_SEED ?? 1)

/**
 * Values of an unknown field that take longest to read: bodies as large as the gateway and the limits of JSON allow.
 */
const largeValues: Described[] = [
  { repeat: '"', times: 2_900_000 },
  { repeat: [{ $fields: 1_900 }], times: 60 },
  { repeat: [{ nested: 58 }], times: 4_000 },
  { repeat: [{ a: 1, b: 2 }], times: 80_000 },
]

/** Returns the recorded inputs, where the search starts, and the first example of each operation with large values. */
function knownInputs(): Record<string, DescribedObject[]> {
  const recorded: Record<string, WorstInput[]> = JSON.parse(
    readFileSync('test/fixtures/worst-inputs.json', 'utf8'),
  )
  const known = operations.map((operation) => {
    const example = operation.examples[0]?.request as DescribedObject
    const large = largeValues.map((value) => ({ ...example, unknown: value }))
    const inputs = (recorded[operation.id] ?? []).map(({ input }) => input)
    return [operation.id, hasBody(operation) ? [...inputs, ...large] : inputs] as const
  })
  return Object.fromEntries(known)
}

/** Returns parameters that can be sent: no halves of characters, and no objects. */
const asParameters = (request: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((item) => String(item).toWellFormed())
        : String(value).toWellFormed(),
    ]),
  )

const mostOf = (inputs: readonly WorstInput[], figure: 'cpuMs' | 'holdMs') =>
  Math.max(...inputs.map((input) => input[figure]))

test(
  'no request found by a search blocks the event loop, or costs more than n log n',
  async () => {
    process.env.CAIRN_CHECK_RESPONSES = 'off'
    const call = await measuredCaller(inject('builtHome'), 'demo')
    const { worst, faults, calls } = await searchWorstInputs({
      operations,
      call: async (operation, described) => {
        const request = hasBody(operation) ? described : asParameters(described)
        const { path, body = '' } = httpCall(operation, request)
        if (path.length > maxPathLength || Buffer.byteLength(body) > maxBodyBytes) return undefined
        return await call({ operation: operation.id, request })
      },
      // At most 50 stops, and every pair of them is a route.
      pairwise: ['routing/optimize'],
      known: knownInputs(),
      seconds: 60 * minutes,
      seed,
    })
    const out = process.env.CAIRN_WORST_OUT
    if (out) writeFileSync(out, `${JSON.stringify(worst, null, 1)}\n`)
    console.log(
      [
        `${calls} calls, CAIRN_WORST_SEED=${seed}; the worst of each operation:`,
        ...Object.entries(worst).map(
          ([id, inputs]) =>
            `${id}: ${mostOf(inputs, 'cpuMs')} ms of CPU, hold ${mostOf(inputs, 'holdMs')} ms`,
        ),
      ].join('\n'),
    )
    const found = faults.map(
      ({ operation, message, input }) =>
        `${operation} ${message}: ${JSON.stringify(input).slice(0, 2_000)}`,
    )
    expect(found.join('\n')).toBe('')
  },
  (minutes + 5) * 60_000,
)
