import { expect, test } from 'vitest'
import { heapBytes, interact } from '../fixtures/interactions.ts'
import type { Explorer } from './explorer.ts'

export function memoryTests(explorer: Explorer): void {
  const { from, to } = explorer.ground.road
  const points = `points=${from.lat},${from.lon};${to.lat},${to.lon}`

  test('grows by a fifth at most over 200 interactions', async () => {
    const { page, faults } = await explorer.open(points)
    await page.locator('.uplot').waitFor()
    const session = await page.context().newCDPSession(page)
    // What is kept on purpose, such as steps to undo, is there after these.
    await interact(page, 100)
    const before = await heapBytes(session)
    await interact(page, 200)
    expect(await heapBytes(session)).toBeLessThan(1.2 * before)
    expect(faults).toEqual([])
    await page.context().close()
  })
}
