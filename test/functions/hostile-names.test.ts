import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#platform/api'
import { callTool } from '#platform/mcp'
import { hasSuspectCharacter, toOneLine } from '#platform/safe-text'
import { LocalStorage } from '#platform/storage'
import { writeDemoSources } from '../../demo-island/index.ts'
import { tools } from '../../functions/mcp/tools/index.ts'
import { operations } from '../../functions/operations.ts'
import { buildRegion } from '../../region/index.ts'
import { placesOf, proxyEvent } from '../fixtures/event.ts'
import { handlerOf, newCaller } from '../fixtures/handler.ts'
import { encodeHostileExtract, order } from '../fixtures/hostile-extract.ts'
import { toolExamples } from '../fixtures/tool-arguments.ts'

/*
 * The demo island. Every name of a road, place, town, exit and operator ends with line breaks, control and
 * bidirectional characters, invisible characters and an order to assistants.
 */

let home: string
let caller: Awaited<ReturnType<typeof newCaller>>

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cairn-hostile-'))
  mkdirSync(join(home, 'data'))
  const { osm, dem } = await writeDemoSources(join(home, 'sources'))
  await encodeHostileExtract(osm)
  const storage = new LocalStorage(join(home, 'data'))
  await buildRegion({ name: 'demo', osm: [osm], dem: [dem], storage, home })
  caller = { ...(await newCaller(1_000_000_000, home)), grants: ['predict'] }
}, 120_000)

afterAll(() => rm(home, { recursive: true }))

/** Returns every text in a value, including the names of fields. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
}

function expectOneLine(value: unknown): void {
  for (const text of textsIn(value)) expect(toOneLine(text)).toBe(text)
}

const withExamples = operations
  .filter(({ examples, id }) => examples.length > 0 && !id.startsWith('geocoding/jobs'))
  .flatMap((each: Operation) =>
    each.examples.map((example) => [each.id, example.name, each, example.request] as const),
  )

const ask = async (operation: Operation, request: Record<string, unknown>) => {
  const handler = await handlerOf(operation)
  return await handler(proxyEvent({ ...placesOf(operation, request), caller }))
}

let named = 0

describe('names from a hostile map', () => {
  test.each(withExamples)(
    'are one line in the answer of %s (%s)',
    async (_id, _name, operation, request) => {
      const { body, statusCode, headers } = await ask(operation, request)
      expect(statusCode, body).toBeLessThan(500)
      expectOneLine(JSON.parse(body))
      for (const value of Object.values(headers ?? {}))
        expect(String(value)).toMatch(/^[\x20-\x7e]*$/)
      if (body.includes(order)) named++
    },
  )

  test('are in many of these answers', () => {
    expect(named).toBeGreaterThan(15)
  })

  test.each(toolExamples)('are quoted in the text of $name', async ({ name, args }) => {
    const tool = tools.find((each) => each.name === name)!
    for (const detail of ['compact', 'steps', 'full']) {
      const result = await callTool(
        tool,
        { ...args, detail },
        {
          event: proxyEvent({ caller }),
          functions: {
            invoke: async (id, event) => (await handlerOf({ id }))(event),
          },
          limits: { answerBy: Date.now() + 60_000 },
          onHeaders: () => {},
        },
      )
      expectOneLine(result.structuredContent)
      const [summary = { text: '' }] = result.content
      // Line breaks in the text come from the tool itself.
      for (const line of summary.text.split('\n')) {
        expect(hasSuspectCharacter(line)).toBe(false)
        const outside = line.replace(/"(?:[^"\\]|\\.)*"/g, '')
        expect(outside).not.toContain(order)
      }
    }
  })
})
