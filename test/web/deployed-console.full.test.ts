import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashKey } from '#platform/accounts'
import { accessibilityFaults, browserPath, openPage, startBrowser } from '../fixtures/browser.ts'
import { useDeployedConsole } from '../fixtures/console-command.ts'

describe.skipIf(!browserPath)('the console of a deployment in a browser', () => {
  const console = useDeployedConsole()
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  test('creates and revokes a key, tops up its account, and names the deployment', async () => {
    const { accounts } = console.deployed.stores
    const { page, faults } = await openPage(browser, await console.command().address)
    await page.getByText('No account has a key yet.').waitFor()
    expect(await page.textContent('#place')).toBe('Test in eu-central-1')
    // A deployed console does not serve the reference.
    expect(await page.locator('a[href="/docs"]').count()).toBe(0)
    await page.getByRole('textbox', { name: /^Account/ }).fill('acme')
    await page.getByLabel('Balance, USD').fill('1.00')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.textContent('.issued code'))!
    expect(await accounts.authenticate(hashKey(key))).toMatchObject({ state: 'active' })
    await page.getByRole('button', { name: 'Put away' }).click()
    await page.getByRole('link', { name: 'acme' }).click()
    await page.getByLabel('Top-up, USD').fill('2.50')
    await page.getByRole('button', { name: 'Top up' }).click()
    await expect.poll(() => page.textContent('#notice')).toBe('Topped up by 2.50 USD.')
    expect(await accounts.getAccount('acme')).toMatchObject({ balance: 3_500_000 })
    await page.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect.poll(() => page.textContent('#notice')).toMatch(/is revoked/)
    expect(await accounts.authenticate(hashKey(key))).toMatchObject({ state: 'revoked' })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })
})
