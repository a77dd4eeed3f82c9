import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, openPage } from '../fixtures/browser.ts'
import type { TestServer } from '../fixtures/server.ts'

/** The server and the browser that a console is tested with. */
export interface ConsolePlace {
  server: TestServer
  browser: Browser
}

/** Reads the token that the server prints for its owner at each start. */
export function consoleToken(server: TestServer): string {
  return /console#token=(\S+)/.exec(server.output())![1]!
}

/** Expects the notice of the page. */
export function expectSaid(page: Page, sentence: string) {
  return expect.poll(() => page.textContent('#notice')).toBe(sentence)
}

/** Tests the life of a key, used by searches for a place. `place` returns server and browser once the tests run. */
export function keyTests(place: () => ConsolePlace, searched: string): void {
  const search = async (key: string) => {
    const url = `${place().server.url}/v1/geocoding/search?text=${searched}`
    return (await fetch(url, { headers: { 'x-api-key': key } })).status
  }

  test('creates, suspends, resumes and revokes a key, tops up its account, grants access and shows the use', async () => {
    const { browser, server } = place()
    const url = `${server.url}/console#token=${consoleToken(server)}`
    const { page, faults } = await openPage(browser, url, {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByRole('link', { name: 'demo' }).waitFor()
    expect(page.url()).toBe(`${server.url}/console#/`)
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('textbox', { name: /^Account/ }).fill('acme')
    await page.getByLabel('Balance, USD').fill('1.00')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.textContent('.issued code'))!
    expect(key).toMatch(/^sk_live_\w+$/)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await search(key)).toBe(200)
    await page.getByRole('button', { name: 'Put away' }).click()
    await page.getByRole('link', { name: 'acme' }).click()
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    expect(await page.content()).not.toContain(key)

    await page.getByRole('button', { name: /^Suspend/ }).click()
    await page.getByRole('button', { name: /^Resume/ }).waitFor()
    expect(await search(key)).toBe(403)
    await page.getByRole('button', { name: /^Resume/ }).click()
    await page.getByRole('button', { name: /^Suspend/ }).waitFor()
    expect(await search(key)).toBe(200)

    await page.getByLabel('Top-up, USD').fill('2.50')
    await page.getByRole('button', { name: 'Top up' }).click()
    await expectSaid(page, 'Topped up by 2.50 USD.')
    await page.getByRole('button', { name: 'Grant predict' }).click()
    await expectSaid(page, 'predict was granted.')
    expect(await page.textContent('dl')).toContain('3.4994 USD')
    const use = page.getByRole('region', { name: 'Use of the last 30 days' })
    expect(await use.textContent()).toContain('geocoding/search20.0006')
    expect(await page.locator('rect.operation-0').count()).toBe(2)
    expect(await page.getByRole('region', { name: 'Ledger' }).textContent()).toContain(
      `credit2.50${'\u2007'.repeat(4)}`,
    )
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await search(key)).toBe(200)
    await page.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect.poll(() => search(key)).toBe(403)

    expect(faults).toEqual([])
    const kept = '[localStorage.length, sessionStorage.length, document.cookie]'
    expect(await page.evaluate(kept)).toEqual([0, 0, ''])
    await page.context().close()
  })
}
