import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CircuitBreaker } from '../../../lib/language/model/circuit-breaker.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])('a pause lasts half a minute when the clock is set %s by an hour', (_, step) => {
  const breaker = new CircuitBreaker()
  for (let i = 0; i < 3; i++) breaker.failed()
  vi.setSystemTime(Date.now() + step)
  vi.advanceTimersByTime(29_000)
  expect(breaker.allows()).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(breaker.allows()).toBe(true)
})
