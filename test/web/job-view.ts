import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Explorer, expectSound, poll } from './explorer.ts'

const jobOf = (page: Page) =>
  new URLSearchParams(new URL(page.url()).hash.slice(1)).get('_list.job') ?? ''

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('.job input[type=file]').setInputFiles(file)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send the file' }).click()

/** Tests a file of addresses as a job, with its progress and its result. */
export function jobViewTests(explorer: Explorer): void {
  const [a, b] = explorer.ground.villages

  test('sends a file as a job and shows its price, its progress and its result, also after a reload', async () => {
    const opened = await explorer.open('view=list')
    const { page } = opened
    const names = Array.from({ length: 300 }, (_, i) => (i % 2 ? a.name : b.name))
    await choose(page, 'guests.csv', ['text', ...names, 'qqqqxyz'].join('\n'))
    await page.getByText('301 rows, at most 0.0602 USD').waitFor()
    await expectSound(opened)
    await page.locator('.job select').selectOption('GeoJSON')
    await send(page)
    await poll(() => jobOf(page)).toMatch(/^job_/)
    await page.reload()
    await page.getByText('The result is ready.').waitFor()
    const counts = page.locator('.job .facts')
    expect(await counts.textContent()).toContain('With a place300')
    expect(await counts.textContent()).toContain('Without one1')
    expect(await page.locator('.job progress').count()).toBe(0)
    await poll(() => page.locator('.request .code').textContent()).toContain(jobOf(page))
    await expectSound(opened)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the result' }).click(),
    ])
    const { features } = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(features).toHaveLength(301)
    expect(features[0].properties.text).toBe(b.name)
    expect(features[0].geometry.coordinates[1]).toBeCloseTo(b.lat, 2)
    await page.getByRole('button', { name: 'Another file' }).click()
    await poll(() => jobOf(page)).toBe('')
    await page.context().close()
  })

  test('explains why a job failed, and takes the names of its columns', async () => {
    const opened = await explorer.open('view=list')
    const { page } = opened
    await choose(page, 'odd.csv', `zzz,qqq\n${a.name},1\n`)
    await send(page)
    await page.getByText('It has failed. Nothing is charged.').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('zzz')
    await expectSound(opened)
    await page.getByRole('button', { name: 'Another file' }).click()
    await choose(page, 'odd.csv', `zzz,qqq\n${a.name},1\n`)
    await page.getByLabel('Columns of the text').fill('zzz')
    await send(page)
    await page.getByText('The result is ready.').waitFor()
    await page.context().close()
  })

  test('reports an upload that breaks off, and cancels its job', async () => {
    const { page } = await explorer.open('view=list')
    await page.route('**/uploads', (route) => route.abort())
    await choose(page, 'guests.csv', `text\n${a.name}\n`)
    await send(page)
    await page.getByText('The upload broke off. Send the file again.').waitFor()
    await page.getByText('Waits for its file.').waitFor()
    await page.getByRole('button', { name: 'Cancel the job' }).click()
    await page.getByText('It is cancelled. Nothing is charged.').waitFor()
    await page.context().close()
  })

  test('shows an error for a link to a job of another account', async () => {
    const { page } = await explorer.open('view=list&_list.job=job_01kamb3n4v7q2m9x0c5d8e1f6g')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/job/i)
    await page.context().close()
  })

  test('disables sending for a file without rows', async () => {
    const { page } = await explorer.open('view=list')
    await choose(page, 'empty.csv', 'text\n')
    await page.getByText('it has no rows').waitFor()
    expect(await page.getByRole('button', { name: 'Send the file' }).isDisabled()).toBe(true)
    await page.context().close()
  })
}
