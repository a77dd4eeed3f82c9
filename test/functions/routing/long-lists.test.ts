import { expect, test } from 'vitest'
import { handler } from '../../../functions/routing/snap/handler.ts'
import { proxyEvent } from '../../fixtures/event.ts'

const points = (count: number, lat: unknown) => Array(count).fill({ lat, lon: 2 })

test('a long list with wrong elements is checked for up to twenty of them, whatever its length', async () => {
  const shape = [...points(600, 1), ...points(19_000, 'x')]
  const response = await handler(proxyEvent({ path: '/v1/routing/snap', body: { shape } }))
  const { message, details } = JSON.parse(response.body)
  expect(response.statusCode).toBe(400)
  expect(details).toHaveLength(20)
  expect(message).toBe('shape.600.lat must be a number (and 19 more).')
})

test('a list over its maximum length is reported as too long', async () => {
  const body = { shape: points(20_001, 1) }
  const response = await handler(proxyEvent({ path: '/v1/routing/snap', body }))
  expect(response.statusCode).toBe(400)
  expect(JSON.parse(response.body).message).toMatch(/^shape must have at most 20,?000 items\.$/)
})
