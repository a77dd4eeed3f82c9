import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { operations } from '../../functions/operations.ts'
import { accessibilityFaults, browserPath, openPage, startBrowser } from '../fixtures/browser.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'
import { withCampaigns } from '../setup/suite.ts'
import { authorize, tryRoute } from './reference-steps.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')), { CAIRN_WORKERS: '1' })
  key = (await server.newKey('1.00')).key
})
afterAll(() => server?.stop())

describe.skipIf(!browserPath)('the reference in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  const screens = [
    { name: 'a desk', width: 1440, height: 900 },
    { name: 'a telephone', width: 390, height: 844 },
  ]
  test.each(withCampaigns ? screens : screens.slice(0, 1))(
    'shows every operation and calls one, on $name',
    async ({ width, height }) => {
      const { page, faults } = await openPage(browser, `${server.url}/docs`, {
        viewport: { width, height },
      })
      await page.waitForSelector('.opblock')
      // The additional one is the health of the service.
      expect(await page.locator('.opblock').count()).toBe(operations.length + 1)
      expect(await accessibilityFaults(page)).toEqual([])

      await authorize(page, key)
      const answer = await tryRoute(page)
      expect(answer).toMatch(/"distance_meters": 2792,[\s\S]*x-charged: 0\.0007/)

      await openSchemas(page, 'geocoding-geocodingReverse')
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(faults).toEqual([])
      // The key is not stored anywhere.
      const kept = '[localStorage.length, sessionStorage.length, document.cookie]'
      expect(await page.evaluate(kept)).toEqual([0, 0, ''])
      expect(page.url()).not.toContain(key)

      // A blocked script is among the faults: the checks above are able to fail.
      await page.evaluate(`document.head.append(
      Object.assign(document.createElement('script'), { src: 'http://elsewhere.invalid/a.js' }))`)
      await expect
        .poll(() => faults.filter((fault) => fault.startsWith('policy: ')))
        .toHaveLength(1)
      expect(faults).toContain('request to http://elsewhere.invalid/a.js')
      await page.context().close()
    },
  )

  test('follows the dark colours of the system, and stays accessible', async () => {
    const { page, faults } = await openPage(browser, `${server.url}/docs`, { colorScheme: 'dark' })
    await page.waitForSelector('.opblock')
    const ground = () =>
      page.evaluate(
        '["body", ".swagger-ui"].map((each) => getComputedStyle(document.querySelector(each)).backgroundColor)',
      )
    expect(await ground()).toEqual(['rgb(28, 32, 34)', 'rgb(28, 32, 34)'])
    expect(await accessibilityFaults(page)).toEqual([])
    for (const name of ['routing-routingRoute', 'geocoding-geocodingJobsCancel'])
      await openSchemas(page, name)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    await page.locator('.auth-container input').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(ground).toContain('rgb(255, 255, 255)')
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('fits the field that filters operations to the width of a telephone', async () => {
    const viewport = { width: 390, height: 844 }
    const { page } = await openPage(browser, `${server.url}/docs`, { viewport })
    const field = page.locator('.operation-filter-input')
    await field.waitFor()
    const { x, width } = (await field.boundingBox())!
    expect([x, x + width]).toEqual([10, 380])
    await page.context().close()
  })

  test('opens at the operation that the address names', async () => {
    const { page } = await openPage(browser, `${server.url}/docs#/predict/predict`)
    await page.waitForSelector('#operations-predict-predict .execute')
    await page.context().close()
  })
})

/** Opens an operation and the schemas of its answers. */
async function openSchemas(page: Page, id: string): Promise<void> {
  const operation = page.locator(`#operations-${id}`)
  await operation.locator('.opblock-summary-control').click()
  await operation.locator('.execute').waitFor()
  for (const tab of await operation.getByRole('tab', { name: 'Schema' }).all()) await tab.click()
}

describe('a file of the reference', () => {
  const paths = ['', '/reference.css', '/reference.js', '/swagger-ui.css', '/swagger-ui-bundle.js']

  test.each(paths)('/docs%s loads nothing from other hosts and contains no key', async (path) => {
    const response = await fetch(`${server.url}/docs${path}`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.toMatch(/unsafe|http|\*/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).not.toMatch(/sk_live_\w/)
  })

  test('is served only if it is on a fixed list, and only by GET', async () => {
    for (const path of ['/docs/', '/docs/package.json', '/docs/..%2findex.html']) {
      expect((await fetch(server.url + path)).status).toBe(404)
    }
    expect((await fetch(`${server.url}/docs`, { method: 'POST' })).status).toBe(405)
  })
})
