import { expect, test } from 'vitest'
import { isDark } from '#prediction'

test('isDark follows the local sun: dark at midnight, light at noon', () => {
  const at = (time: string, center = { lat: 50, lon: 10 }) =>
    isDark({ datetime: new Date(time), area: { type: 'circle', center, radiusMeters: 100 } })
  expect(at('2024-12-01T23:00:00Z')).toBe(true)
  expect(at('2024-12-01T11:00:00Z')).toBe(false)
  expect(at('2024-12-01T11:00:00Z', { lat: 0, lon: -170 })).toBe(true)
  expect(at('2024-06-21T23:00:00Z', { lat: 70, lon: 10 })).toBe(false)
})
