import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { BodyMemory, type BodyShare } from '../../../infra/local/body-memory.ts'
import { runs } from '../../setup/suite.ts'

const kib = 1024
const maxBody = 400 * kib
const maxBytes = 1000 * kib

test('bodies of up to 64 KiB never wait and are not counted', async () => {
  const memory = new BodyMemory(0)
  const grown = Array.from({ length: 100 }, () => memory.grow(memory.open(), 64 * kib, 1))
  expect(new Set(await Promise.all(grown))).toEqual(new Set([true]))
  expect(memory.heldBytes).toBe(0)
})

test('a body that finds room starts no timer', async () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  const memory = new BodyMemory(maxBytes)
  const share = memory.open()
  for (let chunk = 0; chunk < 6; chunk++) await memory.grow(share, 64 * kib, 1000)
  expect(setTimer).not.toHaveBeenCalled()
  setTimer.mockRestore()
})

test('a body without room in time is refused and takes no room from the next one', async () => {
  const memory = new BodyMemory(maxBytes)
  const first = memory.open()
  expect(await memory.grow(first, maxBytes, 1000)).toBe(true)
  first.isComplete = true
  const second = memory.open()
  expect(await memory.grow(second, maxBytes, 1)).toBe(false)
  memory.release(second)
  memory.release(first)
  expect(memory.heldBytes).toBe(0)
  expect(await memory.grow(memory.open(), maxBytes, 1000)).toBe(true)
})

test('all bodies get through in any order of arrival, within the limit plus one body', async () => {
  const sender = fc.record({
    chunks: fc.array(fc.integer({ min: 1, max: 64 * kib }), { maxLength: 6 }),
    turns: fc.array(fc.nat(5), { minLength: 7, maxLength: 7 }),
    isCutOff: fc.boolean(),
  })
  const property = fc.asyncProperty(
    fc.array(sender, { maxLength: 40 }),
    fc.integer({ min: 0, max: maxBytes }),
    async (senders, bound) => {
      const memory = new BodyMemory(bound)
      const pause = async (turns = 0) => {
        for (let i = 0; i < turns; i++) await new Promise(setImmediate)
      }
      const send = async ({ chunks, turns, isCutOff }: (typeof senders)[number]) => {
        const share: BodyShare = memory.open()
        for (const [i, bytes] of chunks.entries()) {
          await pause(turns[i])
          expect(await memory.grow(share, bytes, 20_000)).toBe(true)
          expect(memory.heldBytes).toBeLessThanOrEqual(bound + maxBody)
        }
        share.isComplete = !isCutOff
        await pause(turns.at(-1))
        memory.release(share)
      }
      await Promise.all(senders.map(send))
      expect(memory.heldBytes).toBe(0)
    },
  )
  await fc.assert(property, { numRuns: runs(200) })
})
