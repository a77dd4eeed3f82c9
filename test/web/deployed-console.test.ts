import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keySha256 } from '../../lib/accounts/index.ts'
import { accessibilityFaults, browserPath, openPage, startBrowser } from '../fixtures/browser.ts'
import { startConsoleCommand } from '../fixtures/console-command.ts'
import {
  operatorCredentials,
  startConsoleFunction,
  startFunctionUrl,
} from '../fixtures/deployed-console.ts'

let deployed: Awaited<ReturnType<typeof startConsoleFunction>>
let functionUrl: Awaited<ReturnType<typeof startFunctionUrl>>
let command: ReturnType<typeof startConsoleCommand>
let browser: Browser

if (browserPath) {
  beforeAll(async () => {
    deployed = await startConsoleFunction()
    functionUrl = await startFunctionUrl(deployed.handler)
    const args = ['--url', functionUrl.url, '--region', 'eu-central-1', '--port', '0']
    command = startConsoleCommand(args, operatorCredentials)
    browser = await startBrowser()
  })
  afterAll(async () => {
    command?.child.kill('SIGTERM')
    await browser?.close()
    functionUrl?.stop()
    await deployed?.stop()
  })
}

test.runIf(browserPath)(
  'the console of a deployment in a browser creates, revokes and pays, and says whose accounts these are',
  async () => {
    const { accounts } = deployed.stores
    const { page, faults } = await openPage(browser, await command.address)
    await page.getByText('No account has a key yet.').waitFor()
    expect(await page.textContent('#place')).toBe('Test in eu-central-1')
    // The reference is not served here.
    expect(await page.locator('a[href="/docs"]').count()).toBe(0)
    await page.getByRole('textbox', { name: /^Account/ }).fill('acme')
    await page.getByLabel('Balance, USD').fill('1.00')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.textContent('.issued code'))!
    expect(await accounts.authenticate(keySha256(key))).toMatchObject({ state: 'active' })
    await page.getByRole('button', { name: 'Put away' }).click()
    await page.getByRole('link', { name: 'acme' }).click()
    await page.getByLabel('Top-up, USD').fill('2.50')
    await page.getByRole('button', { name: 'Top up' }).click()
    await expect.poll(() => page.textContent('#notice')).toBe('Topped up by 2.50 USD.')
    expect(await accounts.getAccount('acme')).toMatchObject({ balance: 3_500_000 })
    await page.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect.poll(() => page.textContent('#notice')).toMatch(/is revoked/)
    expect(await accounts.authenticate(keySha256(key))).toMatchObject({ state: 'revoked' })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  },
)
