import { describe, expect, it } from 'vitest'
import { correctAddresses } from '#places/address-correction'
import { isOnMachine, placesOf, quiet } from '../../fixtures/places.ts'
import { cleanCases, corruptedCases } from './cases.ts'
import { elsewhere } from './elsewhere.ts'
import foreign from './foreign.json' with { type: 'json' }
import { faultsOf, judgeClean, judgeCorrupted, rightShare } from './measure.ts'

/** Maximum number of cases for each corruption; lower than in the full evaluation. */
const max = 10

describe.for(['demo', 'andorra'] as const)('addresses of %s', (region) => {
  const there = isOnMachine(region)

  it.skipIf(!there)('stay as they are when clean', async () => {
    const gazetteer = (await placesOf(region))!
    const addresses = await cleanCases(gazetteer, region, { half: 'unseen', max: 4 * max })
    const verdicts = await judgeClean(gazetteer, addresses)
    expect(rightShare(verdicts), faultsOf(verdicts)).toBeGreaterThanOrEqual(0.97)
  })

  it.skipIf(!there)('are restored when corrupted', async () => {
    const gazetteer = (await placesOf(region))!
    const cases = await corruptedCases(gazetteer, region, { half: 'unseen', max })
    const verdicts = await judgeCorrupted(gazetteer, cases)
    expect(rightShare(verdicts), faultsOf(verdicts)).toBeGreaterThanOrEqual(0.9)
  })

  it.skipIf(!there)('never replace an address elsewhere', async () => {
    const gazetteer = (await placesOf(region))!
    const addresses = await cleanCases(gazetteer, region, { half: 'unseen', max: 2 * max })
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
