import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '../../functions/operations.ts'
import { expand, split } from '../fixtures/worst-inputs/described.ts'
import { hasTextOrList, requestSchema } from '../fixtures/worst-inputs/schema-slots.ts'
import {
  type CostlyCall,
  searchWorstInputs,
  type WorstInput,
} from '../fixtures/worst-inputs/search.ts'

const parse = operations.find(({ id }) => id === 'geocoding/parse')!

/** Searches an operation whose texts cost `holdMs(text)`, while the search itself uses the real clock. */
const searchWith = (holdMs: (text: string) => number, text?: string) => {
  const call: CostlyCall = async (_, request) => {
    const text = String(request.text ?? '')
    // The operation refuses longer texts.
    const ms = text.length > 800 ? 0.1 : holdMs(text)
    return { status: 200, processorMs: ms, threadMs: ms, stallMs: ms, answerBytes: 100 }
  }
  const known = text ? { [parse.id]: [{ text }] } : {}
  return searchWorstInputs({ operations: [parse], call, known, seconds: 1.5, seed: 3 })
}

describe('the search for the worst input', () => {
  test('finds nothing when the cost of every text is proportional to its length', async () => {
    const { faults, worst, calls } = await searchWith((text) => text.length / 20)
    expect(faults).toEqual([])
    expect(calls).toBeGreaterThan(100)
    expect(worst['geocoding/parse']![0]!.cpuMs).toBeGreaterThan(30)
  })

  test('finds a script that blocks the event loop', async () => {
    const { faults } = await searchWith((text) => (text.match(/\p{sc=Thai}/gu)?.length ?? 0) * 0.4)
    expect(faults.map(({ kind }) => kind)).toContain('hold')
    expect(faults[0]!.operation).toBe('geocoding/parse')
  })

  test('finds no growth when one half contains the expensive part', async () => {
    const prices = new Map([
      ['b', 0.02],
      ['7', 0.1],
    ])
    const priceOf = (text: string) =>
      [...text].reduce((sum, letter) => sum + (prices.get(letter) ?? 0.0025), 0)
    const { faults } = await searchWith(
      priceOf,
      'a'.repeat(200) + 'b'.repeat(200) + '7'.repeat(300),
    )
    expect(faults.filter(({ kind }) => kind === 'growth')).toEqual([])
  })

  test('finds work that grows with the square of a text', async () => {
    const { faults } = await searchWith((text) => (text.length / 120) ** 2)
    expect(faults.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      expect.stringMatching(/^growth: grows with the power of (1\.[7-9]|2\.[01])/),
    ])
  })

  test('covers every operation with a text or a list', () => {
    const without = operations
      .filter(({ input }) => !hasTextOrList(requestSchema(input)))
      .map(({ id }) => id)
    expect(without).toEqual([])
  })
})

describe('a described request', () => {
  test('expands to the request that it describes, and half of it is half as long', () => {
    const described = {
      text: { join: ['lat 1', { repeat: 'ab', times: 40 }] },
      items: { repeat: [1, 2], times: 8 },
    }
    expect(expand(described)).toEqual({
      text: `lat 1${'ab'.repeat(40)}`,
      items: Array.from({ length: 8 }, () => [1, 2]).flat(),
    })
    expect(expand(split(described, 2)[0]!)).toEqual({
      text: `lat 1${'ab'.repeat(20)}`,
      items: Array.from({ length: 4 }, () => [1, 2]).flat(),
    })
    const [first, second] = split({ text: 'twenty letters or so', items: [1, 2, 3, 4, 5] }, 2)
    expect([first, second].map((half) => expand(half!))).toEqual([
      { text: 'twenty let', items: [1, 2, 3] },
      { text: 'ters or so', items: [4, 5] },
    ])
    expect(expand({ a: { nested: 2 }, $fields: 1 })).toEqual({ unknown_0: 0, a: [[1]] })
  })
})

test('the recorded worst inputs cover every operation, the most expensive first', () => {
  const recorded: Record<string, WorstInput[]> = JSON.parse(
    readFileSync('test/fixtures/worst-inputs.json', 'utf8'),
  )
  expect(Object.keys(recorded).sort()).toEqual(operations.map(({ id }) => id).sort())
  for (const inputs of Object.values(recorded)) {
    expect(inputs.length).toBeGreaterThan(1)
    const times = inputs.map(({ cpuMs }) => cpuMs)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  }
})
