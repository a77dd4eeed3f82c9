import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { LatLon } from '#ground/geo'
import { accessibilityFaults } from '../fixtures/browser.ts'

/** Enters a key in the reference. */
export async function authorize(page: Page, key: string): Promise<void> {
  await page.click('.auth-wrapper .authorize')
  await page.fill('.modal-ux input', key)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.click('.modal-ux .auth-btn-wrapper .authorize')
  await page.click('.modal-ux .close-modal')
}

/** Calls the route operation in the reference, by default with its own example; returns the answer on the page. */
export async function tryRoute(page: Page, locations?: LatLon[]): Promise<string> {
  const route = page.locator('#operations-routing-routingRoute')
  await route.locator('.opblock-summary-control').focus()
  await page.keyboard.press('Enter')
  if (locations) await route.locator('textarea').first().fill(JSON.stringify({ locations }))
  await route.locator('.execute').click()
  const answer = route.locator('.live-responses-table tbody')
  await answer.locator('.response-col_status').first().waitFor()
  expect(await answer.locator('.response-col_status').first().textContent()).toContain('200')
  return (await answer.textContent())!
}
