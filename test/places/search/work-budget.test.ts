import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer } from '#places/gazetteer'
import { WorkBudget } from '#places/gazetteer'
import { autocomplete, search } from '#places/search'
import { dearTexts } from '../../fixtures/dear-requests.ts'
import { placesOf } from '../../fixtures/places.ts'
import { runs } from '../../setup/suite.ts'

const scope = { size: 10 }

const ways = {
  search: (gazetteer: Gazetteer, text: string, context: Context) =>
    search(gazetteer, { text, ...scope }, context),
  autocomplete: (gazetteer: Gazetteer, text: string, context: Context) =>
    autocomplete(gazetteer, { text, ...scope }, context),
}

type Context = Parameters<typeof search>[2]
const texts = dearTexts(60, 5)

describe('the work budget of one text', () => {
  let gazetteer: Gazetteer
  beforeAll(async () => {
    gazetteer = (await placesOf('demo'))!
  })

  it.for(Object.entries(ways))(
    'is counted, and the search ends soon after it is spent: %s',
    async ([, ask]) => {
      const used = async (text: string, maxSteps: number) => {
        const budget = new WorkBudget(maxSteps)
        await ask(gazetteer, text, { warn: () => {}, budget })
        return maxSteps - budget.left
      }
      let dearest = 0
      for (const text of texts) {
        dearest = Math.max(dearest, await used(text, 1e9))
        expect(await used(text, 200)).toBeLessThan(1_200)
      }
      expect(dearest).toBeGreaterThan(1_200)
    },
  )

  it('warns when it is spent, and changes no result otherwise', async () => {
    const steps = fc.integer({ min: 1, max: 5_000 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), steps, async (text, most) => {
        const [all, some, warnings] = [[], [], []] as [string[], string[], string[]]
        const whole = new WorkBudget(1e9)
        for (const { place } of await search(
          gazetteer,
          { text, size: 40 },
          { warn: () => {}, budget: whole },
        )) {
          all.push(place.id)
        }
        const warn = (warning: string) => void warnings.push(warning)
        const bounded = { warn, budget: new WorkBudget(most) }
        for (const { place } of await search(gazetteer, { text, size: 40 }, bounded)) {
          some.push(place.id)
        }
        const isBounded = warnings.some((warning) => warning.includes('not all corrections'))
        expect(isBounded).toBe(bounded.budget.isSpent)
        if (!isBounded) expect(some).toEqual(all)
      }),
      { numRuns: runs(60) },
    )
  })

  it('is enough to correct an ordinary name', async () => {
    const budget = new WorkBudget(1e9)
    const [found] = await search(
      gazetteer,
      { text: 'Musuem Tschierv, Pradetta', size: 1 },
      { warn: () => {}, budget },
    )
    expect(found!.place.name).toBe('Museum Tschierv')
    expect(1e9 - budget.left).toBeLessThan(10_000)
  })
})
