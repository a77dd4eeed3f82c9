import { expect, test } from 'vitest'
import { type Explorer, poll, untilDrawn } from './explorer.ts'

/** Tests the icons of places on the map. */
export function iconsViewTests(explorer: Explorer): void {
  const [village] = explorer.ground.villages

  test('are all in the icon file, and are drawn again when the colours become dark', async () => {
    const { page, faults } = await explorer.open(`map=16.5/${village.lat}/${village.lon}`)
    const images = () => page.evaluate('window.cairnMap.listImages()') as Promise<string[]>
    await poll(async () => (await images()).length).toBeGreaterThan(2)
    const response = await fetch(`${explorer.server.url}/assets/icons.json`)
    const icons = (await response.json()) as Record<string, string>
    expect(Object.keys(icons)).toEqual(expect.arrayContaining(await images()))
    expect(Object.values(icons).every((path) => /^[Mm]/.test(path))).toBe(true)
    const before = (await images()).toSorted()
    await page.getByRole('button', { name: 'Dark colours' }).click()
    await untilDrawn(page)
    await poll(async () => (await images()).toSorted()).toEqual(before)
    expect(faults).toEqual([])
    await page.context().close()
  })
}
