import { describe, expect, test } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { expectSound, useExplorer } from './explorer.ts'
import { demo } from './grounds.ts'

describe.skipIf(!browserPath)('a prediction form with part of the weather filled in', () => {
  const explorer = useExplorer()
  const [{ lat, lon }] = demo.villages

  test('reports the missing values at their fields, and sends the request only once all are filled', async () => {
    const opened = await explorer.open(
      `view=predict&points=${lat},${lon}&_predict.when=2026-05-12T12:00&_predict.weather=given&_predict.wind=4`,
    )
    const { page } = opened
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
    const predict = page.getByRole('button', { name: 'Predict', exact: true })
    const alerts = page.getByRole('alert')
    await predict.click()
    await alerts.first().waitFor()
    expect(await alerts.allTextContents()).toEqual(Array(3).fill('All four values are needed.'))
    const temperature = page.getByLabel('Temperature, °C')
    expect(await temperature.evaluate((field) => field.matches(':focus'))).toBe(true)
    expect(await temperature.getAttribute('aria-invalid')).toBe('true')
    await expectSound(opened)

    // The typing goes on in the field that has the focus.
    await page.keyboard.type('8')
    expect(await alerts.count()).toBe(2)
    await page.getByLabel('Rain, mm an hour').fill('900')
    await page.getByLabel('Wind from, degrees').fill('0')
    await predict.click()
    expect(await alerts.allTextContents()).toEqual([expect.stringContaining('500')])
    expect(asked).toEqual([])

    await page.getByLabel('Rain, mm an hour').fill('1')
    await predict.click()
    await page.getByText('the likeliest quarter').first().waitFor()
    expect(asked).toHaveLength(1)
    expect(await alerts.count()).toBe(0)
    await page.context().close()
  })
})
