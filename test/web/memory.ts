import { expect, test } from 'vitest'
import { heapBytes, interact, scriptBytes } from '../fixtures/interactions.ts'
import type { Explorer } from './explorer.ts'

export function memoryTests(explorer: Explorer): void {
  const { from, to } = explorer.ground.road
  const points = `points=${from.lat},${from.lon};${to.lat},${to.lon}`

  test('includes at most 400 kB of compressed scripts, without the worker of the map', async () => {
    const { page } = await explorer.open(points)
    await page.locator('.uplot').waitFor()
    const bytes = await scriptBytes(page)
    expect(bytes).toBeGreaterThan(300_000)
    expect(bytes).toBeLessThan(400_000)
    await page.context().close()
  })

  test('grows in memory by at most a fifth over 200 interactions', async () => {
    const { page, faults } = await explorer.open(points)
    await page.locator('.uplot').waitFor()
    const session = await page.context().newCDPSession(page)
    // After these, all that the page keeps on purpose, such as steps to undo, is in memory.
    await interact(page, 100)
    const before = await heapBytes(session)
    await interact(page, 200)
    expect(await heapBytes(session)).toBeLessThan(1.2 * before)
    expect(faults).toEqual([])
    await page.context().close()
  })
}
