import { describe, expect, it } from 'vitest'
import { openRegion, qualityRegions } from './quality/regions.ts'
import { type Answer, rightShare, runSet } from './quality/run-set.ts'
import { addressesWithTown } from './quality/sets/addresses-with-town.ts'
import { outside } from './quality/sets/outside.ts'

/** Clips without the towns that their addresses state: one of a real map, one made up. */
const clips = ['helsinki-north', 'demo-north', 'porto-north']
const options = { seed: 16, limit: 60 }
/** The share of places outside the data that are not taken for another. */
const requiredOutside = 0.95

/** `FAILURES=1` prints every query that is not answered as expected. */
const shown = process.env.FAILURES === '1'

describe.for(qualityRegions.filter(({ name }) => clips.includes(name)))('in $name', (region) => {
  it('addresses are found with the town that only they state, also with a letter wrong', async ({
    skip,
  }) => {
    const data = await openRegion(region)
    if (!data) return skip('the extract is not on this machine')
    const answers = await runSet(addressesWithTown, data, options)
    const byForm = Object.groupBy(answers, ({ group }) => group)
    for (const [form, goal] of Object.entries(addressesWithTown.goals!)) {
      const found = byForm[form]!
      expect(found.length, form).toBeGreaterThanOrEqual(40)
      expect(rightShare(found), lost(found)).toBeGreaterThanOrEqual(goal)
    }
  })

  it('places of other countries are not found, or with a confidence of at most 0.4', async ({
    skip,
  }) => {
    const data = await openRegion(region)
    if (!data) return skip('the extract is not on this machine')
    const answers = await runSet(outside, data, options)
    expect(answers.length).toBe(120)
    expect(rightShare(answers), lost(answers)).toBeGreaterThanOrEqual(requiredOutside)
  })
})

function lost(answers: readonly Answer[]): string {
  const lines = answers
    .filter(({ outcome }) => outcome !== 'right')
    .map(({ text, results: [first] }) => `${text}: ${first?.place.name ?? 'nothing'}`)
  if (shown) console.log(lines.join('\n'))
  return lines.join('\n')
}
