import { describe, expect, inject, test } from 'vitest'
import { hasBody } from '#platform/api'
import { operations } from '../../functions/operations.ts'
import { homeOver, startServer } from '../fixtures/server.ts'

const levels = 3_000
const nested = {
  arrays: '['.repeat(levels) + ']'.repeat(levels),
  objects: `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
}

describe('a body nested 3,000 levels deep', () => {
  test('is refused with a clear 400 and no charge by every operation and the tool server', async () => {
    const server = await startServer(homeOver(inject('builtHome')))
    try {
      const { key, account_id } = await server.newKey('1.00')
      await server.keys('grant', 'predict', account_id)
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      for (const [kind, value] of Object.entries(nested)) {
        for (const { id, path } of operations.filter(hasBody)) {
          const response = await server.post(
            path.replace(/\{.*?\}/g, 'x'),
            `{"a":${value}}`,
            headers,
          )
          expect([id, kind, response.status]).toEqual([id, kind, 400])
          expect(response.json.message).toBe('The body is nested deeper than 64 levels.')
          expect(response.headers.get('x-charged')).toBe('0.00')
        }
        const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"route","arguments":{"locations":${value}}}}`
        const accept = { ...headers, accept: 'application/json, text/event-stream' }
        const response = await server.post('/mcp', call, accept)
        expect(response.status).toBe(400)
        expect(response.text).toContain('nested deeper than 64 levels')
      }
      expect(server.output()).not.toMatch(/internal_error|"level":"ERROR"/)
    } finally {
      await server.stop()
    }
  }, 120_000)
})
