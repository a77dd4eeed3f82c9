import { beforeAll, describe, expect, it } from 'vitest'
import { correctAddresses } from '#places/address-correction'
import type { Gazetteer } from '#places/gazetteer'
import { isOnMachine, placesOf, quiet } from '../../fixtures/places.ts'
import { cleanCases, corruptedCases } from './cases.ts'
import { elsewhere } from './elsewhere.ts'
import foreign from './foreign.json' with { type: 'json' }
import { faultsOf, judgeClean, judgeCorrupted, rightShare, tallyOf } from './measure.ts'

/** Maximum of cases for each corruption, region and half: 3 regions and 7 corruptions make at least 400 per half. */
const maxCorrupted = 22
const maxClean = 140

/** `FAILURES=1` prints the figures, and the faults of the development half. */
const shown = process.env.FAILURES === '1'

describe.for(['monaco', 'helsinki', 'porto'] as const)('addresses of %s', (region) => {
  const there = isOnMachine(region)
  let gazetteer: Gazetteer
  beforeAll(async () => {
    if (there) gazetteer = (await placesOf(region))!
  })

  describe.for(['development', 'unseen'] as const)('of the %s half', (half) => {
    it.skipIf(!there)(
      'stay as they are when clean, with a confidence of at least 0.9',
      async () => {
        const addresses = await cleanCases(gazetteer, region, { half, max: maxClean })
        const verdicts = await judgeClean(gazetteer, addresses)
        if (shown) console.log(`${region}, ${half}: ${tallyOf(verdicts)}`)
        expect(rightShare(verdicts), faultsOf(verdicts)).toBeGreaterThanOrEqual(0.99)
      },
    )

    it.skipIf(!there)('are restored when corrupted, each by a correction of its type', async () => {
      const cases = await corruptedCases(gazetteer, region, { half, max: maxCorrupted })
      const verdicts = await judgeCorrupted(gazetteer, cases)
      if (shown) console.log(`${region}, ${half}: ${tallyOf(verdicts)}`)
      if (shown && half === 'development') console.log(faultsOf(verdicts))
      expect(rightShare(verdicts), faultsOf(verdicts)).toBeGreaterThanOrEqual(0.9)
    })
  })

  it.skipIf(!there)('never replace an address elsewhere', async () => {
    const addresses = await cleanCases(gazetteer, region, { half: 'unseen', max: maxClean })
    const texts = [...foreign, ...elsewhere(addresses)]
    const results = await correctAddresses(
      gazetteer,
      texts.map((text) => ({ text })),
      quiet,
    )
    const touched = results.filter(({ input, corrected }) => corrected !== input)
    expect(touched.map(({ input, corrected }) => `${input} -> ${corrected}`)).toEqual([])
    expect(Math.max(...results.map(({ confidence }) => confidence))).toBeLessThan(0.7)
  })
})
