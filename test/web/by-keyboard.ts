import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Explorer, expectSound, poll } from './explorer.ts'

interface Focused {
  name: string
  /** Whether the element lies in the window and has a focus ring around it or its label. */
  isSeen: boolean
}

/** Returns the name of the focused element. Tests poll it, since the policy of the page forbids it to evaluate text. */
const focused = (page: Page) =>
  page.evaluate(`(() => {
    const element = document.activeElement
    const label = element.closest('label') ?? element.labels?.[0]
    const name = element.ariaLabel ?? label?.textContent ?? element.textContent
    const hasRing = (each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    }
    const { top, bottom, left, right } = (label ?? element).getBoundingClientRect()
    const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && bottom > top
    // The browser itself draws the ring of a part of a field, such as the button of its calendar.
    const isPart = !element.matches(':focus')
    const isRinged = isPart || [element, label].some((each) => each && hasRing(each))
    const isSeen = element !== document.body && isInside && isRinged
    return { name: element === document.body ? 'nothing' : name, isSeen }
  })()`) as Promise<Focused>

/** Tabs to an element, and expects every element on the way to be visible. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press(key)
    const at = await focused(page)
    // After the last element the focus is on the browser's own controls.
    if (at.name === 'nothing') continue
    expect(at).toEqual({ name: at.name, isSeen: true })
    if (name.test(at.name)) return
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

const focus = (page: Page) => poll(async () => (await focused(page)).name)
const stopsOf = (page: Page) => page.locator('.stops li')
const distanceOf = (page: Page) => page.locator('.facts div', { hasText: 'Distance' }).locator('dd')
const pointed = (page: Page) =>
  page.evaluate("window.cairnMap.getSource('pointed').serialize().data.features.length")

/** Tests all of the page without a pointer. */
export function keyboardTests(explorer: Explorer): void {
  const [a, b] = explorer.ground.villages

  test('plans a whole route: places, travel, options, turns, the map and the file', async () => {
    const opened = await explorer.open()
    const { page } = opened
    const { keyboard } = page
    await tabTo(page, /^Search for a place$/)
    for (const [i, { name }] of [b, a].entries()) {
      await keyboard.type(name)
      await page.getByRole('option', { name }).first().waitFor()
      await keyboard.press('ArrowDown')
      await keyboard.press('ArrowUp')
      await keyboard.press('Enter')
      await poll(() => stopsOf(page).count()).toBe(i + 1)
      await focus(page).toBe('Search for a place')
    }
    await poll(() => distanceOf(page).textContent()).toMatch(/km/)

    await tabTo(page, /^Car$/)
    await keyboard.press('ArrowRight')
    await focus(page).toBe('Bicycle')
    await poll(() => page.getByRole('radio', { name: 'Bicycle' }).isChecked()).toBe(true)
    await tabTo(page, /^Move B up$/)
    await keyboard.press('Enter')
    await poll(() => stopsOf(page).first().textContent()).toContain(a.name)
    // The stop is in another row now; the focus stays on the button that moves the second stop.
    await focus(page).toBe('Move B up')
    await tabTo(page, /^Options/)
    await keyboard.press('Enter')
    await tabTo(page, /^Other routes/)
    await keyboard.type('2')
    // Waits for the answer, which removes the point that is marked on the map.
    await poll(() => page.locator('.request .code').textContent()).toMatch(/alternates.*2/)
    await focus(page).toMatch(/^Other routes/)

    await tabTo(page, /^●/)
    await poll(() => pointed(page)).toBe(1)
    await keyboard.press('Enter')
    await page.getByText(/^Selected: .* m up, .* m down/).waitFor()
    await tabTo(page, /^Save GPX$/)
    const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')])
    expect(await readFile(await download.path(), 'utf8')).toContain('<trkpt')
    await focus(page).toBe('Save GPX')
    await tabTo(page, /^Whole route$/)
    await keyboard.press('Enter')
    await focus(page).toBe('Elevation profile')
    await expectSound(opened)
    await page.context().close()
  })

  test('opens the menu of the place in the middle of the map', async () => {
    const opened = await explorer.open(`map=13/${a.lat}/${a.lon}`)
    const { page } = opened
    const { keyboard } = page
    await tabTo(page, /^Map\. Arrows move it/)
    await keyboard.press('ArrowRight')
    await poll(() => page.evaluate('window.cairnMap.getCenter().lng')).toBeGreaterThan(a.lon)
    await poll(() => page.evaluate('window.cairnMap.isMoving()')).toBe(false)
    await keyboard.press('Enter')
    await focus(page).toBe('Start here')
    expect((await focused(page)).isSeen).toBe(true)
    await expectSound(opened)
    await keyboard.press('End')
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await focus(page).toBe('Stop on the way')
    await keyboard.press('ArrowUp')
    await keyboard.press('Enter')
    await poll(() => stopsOf(page).count()).toBe(1)
    const middle = 'const { lat, lng } = window.cairnMap.getCenter()'
    const point = await page.evaluate(
      `{ ${middle}; [lat, lng].map((degrees) => Number(degrees.toFixed(6))).join() }`,
    )
    await poll(() => new URL(page.url()).hash).toContain(`points=${point}`)
    await focus(page).toMatch(/^Map\./)
    await keyboard.press('Shift+F10')
    await focus(page).toBe('Start here')
    await keyboard.press('Escape')
    expect(await page.getByRole('menu').count()).toBe(0)
    await focus(page).toMatch(/^Map\./)
    await expectSound(opened)
    await page.context().close()
  })

  test('keeps the focus near an element that disappears', async () => {
    const points = [a, b, explorer.ground.villages[2]]
      .map(({ lat, lon }) => `${lat},${lon}`)
      .join(';')
    const { page, faults } = await explorer.open(
      `view=optimize&points=${points}&_optimize.round=yes`,
    )
    const { keyboard } = page
    const use = page.getByRole('button', { name: 'Use this order as a route' })
    await use.waitFor()
    await tabTo(page, /^Use this order as a route$/)
    await keyboard.press('Enter')
    await use.waitFor({ state: 'detached' })
    await focus(page).toBe('Route')
    await tabTo(page, /^Remove A$/)
    await keyboard.press('Enter')
    await poll(() => stopsOf(page).count()).toBe(2)
    await focus(page).toBe('Remove A')
    await tabTo(page, /^Clear$/)
    await keyboard.press('Enter')
    await poll(() => stopsOf(page).count()).toBe(0)
    await focus(page).toBe('Route')
    // After a click on empty ground nothing has the focus, even after a change.
    await page.locator('.foot').click({ position: { x: 250, y: 5 } })
    await keyboard.press('Control+z')
    await poll(() => stopsOf(page).count()).toBe(2)
    await focus(page).toBe('nothing')
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('returns the focus to a button that was disabled while it worked', async () => {
    const { page, faults } = await explorer.open(
      `view=predict&points=${a.lat},${a.lon}&_predict.when=2026-03-14T16:30&_predict.radius=1`,
    )
    await page.getByRole('button', { name: 'Predict', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save GeoJSON' }).waitFor()
    await focus(page).toBe('Predict')
    expect(faults).toEqual([])
    await page.context().close()
  })
}
