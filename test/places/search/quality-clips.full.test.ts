import { describe, expect, it } from 'vitest'
import { bandsOf } from './quality/bands.ts'
import { openRegion, qualityRegions } from './quality/regions.ts'
import { type Answer, rightShare, runSet } from './quality/run-set.ts'
import { addressesWithTown } from './quality/sets/addresses-with-town.ts'
import { calibration } from './quality/sets/calibration.ts'
import { outside } from './quality/sets/outside.ts'

/** Clips without the towns that their addresses state: one of a real map, one made up. */
const clips = ['helsinki-north', 'demo-north', 'porto-north']
const options = { seed: 16, limit: 60 }
/** The share of places outside the data that are not taken for another. */
const requiredOutside = 0.95

/** Cases of each group of the calibration in each clip. */
const calibrationLimit = 12
/** A smaller band says little: the share of 70 answers has a standard error of 5 points. */
const minBandAnswers = 100
/** Of the mean confidence of a band from the share of right answers in it; 5 in the whole set. */
const maxBandDifference = 0.1

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

it('confidence is about the share of answers that are right', { timeout: 120_000 }, async ({
  skip,
}) => {
  const answers: Answer[] = []
  for (const region of qualityRegions.filter(({ name }) => clips.includes(name))) {
    const data = await openRegion(region)
    if (!data) return skip('the extract is not on this machine')
    answers.push(...(await runSet(calibration, data, { seed: 16, limit: calibrationLimit })))
  }
  const bands = bandsOf(answers.filter(({ isWider }) => !isWider))
  if (shown) console.table(bands)
  const large = bands.filter(({ count }) => count >= minBandAnswers)
  expect(large.length).toBeGreaterThanOrEqual(3)
  for (const { label, right, meanConfidence } of large) {
    expect(Math.abs(meanConfidence - right), label).toBeLessThanOrEqual(maxBandDifference)
  }
})

function lost(answers: readonly Answer[]): string {
  const lines = answers
    .filter(({ outcome }) => outcome !== 'right')
    .map(({ text, results: [first] }) => `${text}: ${first?.place.name ?? 'nothing'}`)
  if (shown) console.log(lines.join('\n'))
  return lines.join('\n')
}
