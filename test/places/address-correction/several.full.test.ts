import { describe, expect, it } from 'vitest'
import { correctAddresses } from '#places/address-correction'
import { isOnMachine, placesOf, quiet } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { explainsLine } from './applied.ts'
import { cleanCases } from './cases.ts'
import { habits, lineOf } from './clean-addresses.ts'
import { severalCorruptions } from './several-corruptions.ts'

describe.for(['monaco', 'helsinki', 'porto'] as const)(
  'several mistakes at once in %s',
  (region) => {
    it.skipIf(!isOnMachine(region))(
      'are corrected in at least 95 % of addresses, and each difference is listed',
      async () => {
        const gazetteer = (await placesOf(region))!
        const random = seeded(17)
        const addresses = await cleanCases(gazetteer, region, { half: 'unseen', max: 140 })
        const cases = addresses.flatMap((address) => {
          const corrupted = severalCorruptions(address, random)
          return corrupted ? [{ address, ...corrupted }] : []
        })
        const hint = habits[region].countryName === undefined
        const correct = (texts: readonly string[]) =>
          correctAddresses(
            gazetteer,
            texts.map((text, i) => ({ text, ...(hint && { country: cases[i]!.address.country }) })),
            quiet,
          )
        const results = await correct(cases.map(({ text }) => text))
        const wrong = results.filter(({ corrected, corrections }, i) => {
          const { address, types } = cases[i]!
          return corrected !== lineOf(address) || corrections.some(({ type }) => !types.has(type))
        })
        expect(wrong.length).toBeLessThanOrEqual(0.05 * cases.length)
        expect(results.filter((result) => !explainsLine(result))).toEqual([])
        const again = await correct(results.map(({ corrected }) => corrected))
        expect(again.map(({ corrected }) => corrected)).toEqual(results.map((r) => r.corrected))
      },
    )
  },
)
