import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { warm } from '../../functions/warm.ts'
import { logger } from '../../lib/api/index.ts'

const warnings: unknown[][] = []

beforeEach(() => {
  vi.useFakeTimers()
  warnings.length = 0
  vi.spyOn(logger, 'warn').mockImplementation((...line) => {
    warnings.push(line)
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('opens what the handler works with before it is done', async () => {
  let opened = false
  const open = async () => {
    opened = true
  }
  await warm(
    'health',
    Object.assign(() => {}, { warm: open }),
  )
  expect(opened).toBe(true)
  expect(warnings).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('has nothing to do for a handler that opens nothing', async () => {
  await warm('health', () => {})
  expect(warnings).toEqual([])
})

test('leaves what cannot be opened to the first call, in one line of the log', async () => {
  const error = new Error('no bucket')
  await warm(
    'health',
    Object.assign(() => {}, { warm: () => Promise.reject(error) }),
  )
  expect(warnings).toEqual([['initialisation left to the first call', { error }]])
  expect(vi.getTimerCount()).toBe(0)
})

test('waits less long than the platform, which would start anew', async () => {
  const started = warm(
    'health',
    Object.assign(() => {}, { warm: () => new Promise(() => {}) }),
  )
  await vi.advanceTimersByTimeAsync(9_000)
  await started
  expect(warnings).toHaveLength(1)
})

test('opens the ledger of the table for the function that writes it', async () => {
  vi.stubEnv('CAIRN_TABLE', '')
  await warm('ledger', () => {})
  expect(warnings).toEqual([
    ['initialisation left to the first call', { error: new Error('CAIRN_TABLE names no table') }],
  ])
})
