import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Explorer, expectSound, poll } from './explorer.ts'

interface Focused {
  name: string
  /** It lies in the window and has a ring around it, or around its label. */
  isSeen: boolean
}

/** What the keyboard is at; in words, since the policy of the page lets it evaluate no text of its own. */
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
    // A part of a field, such as the button of its calendar, has the ring of the browser.
    const isPart = !element.matches(':focus')
    const isRinged = isPart || [element, label].some((each) => each && hasRing(each))
    const isSeen = element !== document.body && isInside && isRinged
    return { name: element === document.body ? 'nothing' : name, isSeen }
  })()`) as Promise<Focused>

/** Tabs to an element; all on the way there can be seen. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press(key)
    const at = await focused(page)
    // Past the last one is the browser's own.
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

/** All of the page without a pointer. */
export function keyboardTests(explorer: Explorer): void {
  const [a, b] = explorer.ground.villages

  test('a whole route: places, travel, options, turns, the map and the file', async () => {
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
    // Its row is another one now; the keyboard stays at what moves the second stop.
    await focus(page).toBe('Move B up')
    await tabTo(page, /^Options/)
    await keyboard.press('Enter')
    await tabTo(page, /^Other routes/)
    await keyboard.type('2')
    // Until its answer is there, which puts away what is pointed at.
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

  test('the menu of a place: where the middle of the map is', async () => {
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

  test('the focus stays near what goes away', async () => {
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
    // A pointer beside everything leaves nothing in focus, also after a change.
    await page.locator('.foot').click({ position: { x: 250, y: 5 } })
    await keyboard.press('Control+z')
    await poll(() => stopsOf(page).count()).toBe(2)
    await focus(page).toBe('nothing')
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('a button that works for a while has the focus again', async () => {
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
