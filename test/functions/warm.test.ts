import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logger } from '#platform/api'
import { warm } from '../../functions/warm.ts'

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

test('waits until the resources of the handler are open', async () => {
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

test('does nothing for a handler without resources', async () => {
  await warm('health', () => {})
  expect(warnings).toEqual([])
})

test('leaves a failed opening to the first call, with one line in the log', async () => {
  const error = new Error('no bucket')
  await warm(
    'health',
    Object.assign(() => {}, { warm: () => Promise.reject(error) }),
  )
  expect(warnings).toEqual([['initialisation left to the first call', { error }]])
  expect(vi.getTimerCount()).toBe(0)
})

test('gives up after at most 9 s, before the platform restarts the function', async () => {
  const started = warm(
    'health',
    Object.assign(() => {}, { warm: () => new Promise(() => {}) }),
  )
  await vi.advanceTimersByTimeAsync(9_000)
  await started
  expect(warnings).toHaveLength(1)
})

test('opens the ledger table for the ledger function', async () => {
  vi.stubEnv('CAIRN_TABLE', '')
  await warm('ledger', () => {})
  expect(warnings).toEqual([
    ['initialisation left to the first call', { error: new Error('CAIRN_TABLE names no table') }],
  ])
})
