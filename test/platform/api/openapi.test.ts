import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { errorTable } from '#platform/errors'
import { operations } from '../../../functions/operations.ts'
import { listErrors, makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { computePrice } from '../../../lib/platform/api/operation.ts'

const document = makeOpenApiDocument(operations) as unknown as {
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any part of the document.
  paths: Record<string, Record<string, Record<string, any>>>
  components: { schemas: Record<string, unknown> }
}

type Schema = { $ref?: string; anyOf?: Schema[]; properties: Record<string, { const?: string }> }

/** Returns the error codes that a body of this schema may contain. */
function codesOf(schema: Schema): (string | undefined)[] {
  if (schema.anyOf) return schema.anyOf.flatMap(codesOf)
  const body = document.components.schemas[schema.$ref!.split('/').at(-1)!] as Schema
  return [body.properties.error!.const]
}

describe('the OpenAPI document', () => {
  test('passes the linter for OpenAPI', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-openapi-'))
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const lint = promisify(execFile)(
      process.execPath,
      [
        'node_modules/@redocly/cli/bin/cli.js',
        'lint',
        file,
        '--extends=recommended',
        '--format=json',
      ],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    )
    const { stdout } = await lint.catch((error) => error)
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')))
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  }, 60_000)

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    'lists the price, the examples and every error of %s',
    (_, operation) => {
      const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
      expect(Number(described?.['x-price-usd']) * 1_000_000).toBeCloseTo(computePrice(operation), 6)
      for (const code of listErrors(operation)) {
        const response = described?.responses[errorTable[code].status]
        expect(response.description).toContain(`\`${code}\``)
        expect(codesOf(response.content['application/json'].schema)).toContain(code)
      }
      for (const status of [408, 417]) {
        expect(codesOf(described?.responses[status].content['application/json'].schema)).toEqual([
          'bad_request',
        ])
      }
      expect(described?.['x-grant']).toBe(operation.grant)
      expect(described?.description.includes('granted')).toBe(operation.grant !== undefined)
      // A path parameter names something that must exist first, so no example could work.
      if (!operation.path.includes('{')) expect(operation.examples.length).toBeGreaterThan(0)
      for (const { request } of operation.examples) {
        expect(operation.input.safeParse(request).error).toBeUndefined()
      }
    },
  )
})
