import { beforeAll, describe, expect, it } from 'vitest'
import type { ParseAddressResponse } from '#places/address-correction/schemas'
import { computePrice, type Operation } from '#platform/api'
import { parseAddress } from '../../../functions/ai/parse-address/contract.ts'
import { handler } from '../../../functions/ai/parse-address/handler.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { newCaller } from '../../fixtures/handler.ts'

const clean = 'Via Runcalet 34, 2010 Nevrin, Isla Carvenna'
const noAddress = 'please call back'

describe('the price of corrected addresses', () => {
  const request = { addresses: [{ text: clean }, { text: noAddress }, { text: clean }] }
  const priceWith = (...confidences: number[]) =>
    computePrice<typeof parseAddress.input, typeof parseAddress.output>(parseAddress, request, {
      results: confidences.map((confidence, index) => {
        return { index, input: '', corrected: '', components: {}, corrections: [], confidence }
      }),
    })

  it('is 1,000 micro-dollars per address, before the work for all of them', () => {
    expect(computePrice(parseAddress as Operation)).toBe(1_000)
    expect(computePrice(parseAddress, request)).toBe(3_000)
  })

  it('excludes the addresses that could not be read', () => {
    expect(priceWith(1, 0.5, 0.01)).toBe(3_000)
    expect(priceWith(1, 0, 0.3)).toBe(2_000)
    expect(priceWith(0, 0, 0)).toBe(0)
  })
})

describe('the function ai/parse-address', () => {
  let caller: Awaited<ReturnType<typeof newCaller>>
  beforeAll(async () => {
    caller = await newCaller(1_000_000)
  })

  async function ask(body: unknown, as = caller) {
    const event = proxyEvent({ method: 'POST', caller: as, body: body as Record<string, unknown> })
    const { statusCode, headers, body: answer } = await handler(event)
    return { statusCode, headers: headers!, json: JSON.parse(answer) }
  }

  it('answers its examples', async () => {
    const [{ request }] = parseAddress.examples as unknown as [{ request: unknown }]
    const { statusCode, headers, json } = await ask(request)
    const { results } = json as ParseAddressResponse
    expect([statusCode, headers['x-charged']]).toEqual([200, '0.003'])
    expect(headers).not.toHaveProperty('x-warnings')
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3])
    expect(results[0]).toMatchObject({
      corrected: 'Via Pegna 5, 1130 Pradetta, Isla Carvenna',
      corrections: [
        { field: 'road', type: 'reformatted', original: 'via pegna', corrected: 'Via Pegna' },
        { field: 'locality', type: 'typo', original: 'Pradeta', corrected: 'Pradetta' },
        { field: 'postcode', type: 'inferred', original: null, corrected: '1130' },
        { field: 'country', type: 'inferred', original: null, corrected: 'Isla Carvenna' },
      ],
    })
    expect(results[1]).toMatchObject({ corrections: [], confidence: 1 })
    expect(results[3]).toEqual({
      index: 3,
      input: noAddress,
      corrected: noAddress,
      components: {},
      corrections: [],
      confidence: 0,
    })
  })

  it('charges nothing when no text is an address', async () => {
    const { statusCode, headers, json } = await ask({ addresses: [{ text: noAddress }] })
    expect([statusCode, headers['x-charged']]).toEqual([200, '0.00'])
    expect(json.results).toMatchObject([{ confidence: 0, corrected: noAddress }])
  })

  it('refuses a balance that is too small for all addresses', async () => {
    const poor = await newCaller(1_500)
    const addresses = [{ text: clean }, { text: noAddress }]
    expect((await ask({ addresses }, poor)).statusCode).toBe(402)
    expect((await ask({ addresses: [{ text: clean }] }, poor)).statusCode).toBe(200)
  })

  it.each([
    [{}, 'addresses'],
    [{ addresses: [] }, 'addresses'],
    [{ addresses: Array(101).fill({ text: clean }) }, 'addresses'],
    [{ addresses: [{ text: clean }, { text: '' }] }, 'addresses.1.text'],
    [{ addresses: [{ text: ' \n\t ' }] }, 'addresses.0.text'],
    [{ addresses: [{ text: 'a'.repeat(801) }] }, 'addresses.0.text'],
    [{ addresses: [{ text: clean, country: 'Atlantis' }] }, 'addresses.0.country'],
  ])('refuses %j', async (body, path) => {
    const { statusCode, headers, json } = await ask(body)
    expect([statusCode, headers['x-charged']]).toEqual([400, '0.00'])
    expect(json.details[0].path).toBe(path)
  })
})
