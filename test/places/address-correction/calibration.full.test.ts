import { expect, it } from 'vitest'
import { isOnMachine, placesOf } from '../../fixtures/places.ts'
import { bands, byBand, type Calibrated, calibrationOf } from './calibration.ts'

const regions = (['demo', 'andorra', 'monaco', 'helsinki', 'porto'] as const).filter(isOnMachine)

it('the confidence exceeds the share of right lines by at most 0.05, in the two upper bands of the unseen half', async () => {
  const items: Calibrated[] = []
  for (const region of regions) {
    const gazetteer = (await placesOf(region))!
    items.push(...(await calibrationOf(gazetteer, region, { half: 'unseen', max: 25 })))
  }
  const found = byBand(items)
  if (process.env.FAILURES === '1') console.table(found)
  const [sure, likely] = found
  expect(sure!.right).toBeGreaterThanOrEqual(bands[0])
  expect(likely!.right).toBeGreaterThanOrEqual(bands[1])
  for (const { count, mean, right } of [sure!, likely!]) {
    expect(count).toBeGreaterThan(50)
    expect(right).toBeGreaterThanOrEqual(mean - 0.05)
  }
}, 120_000)
