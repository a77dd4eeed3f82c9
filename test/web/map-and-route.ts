import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { LatLon } from '#ground/geo'
import { withCampaigns } from '../setup/suite.ts'
import { type Explorer, expectSound, pixelOf, poll, untilDrawn } from './explorer.ts'

/** A test of the full suite only; the quick suite has a smoke test of the map and of routes. */
const inFull = test.runIf(withCampaigns)

/** Formats a position as in the address of the page. */
const text = (position: LatLon) =>
  [position.lat, position.lon].map((degrees) => Number(degrees.toFixed(6))).join()

const fragmentOf = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1))
const stopsOf = (page: Page) => page.locator('.stops li')
const distanceOf = (page: Page) => page.locator('.facts div', { hasText: 'Distance' }).locator('dd')

/** Returns the map's colour at a position: red, green, blue. */
async function colorAt(page: Page, position: LatLon): Promise<number[]> {
  const { x, y } = await pixelOf(page, position)
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 }
  const png = await page.screenshot({ clip })
  const { decode } = await import('fast-png')
  return [...decode(png).data.slice(0, 3)].map(Number)
}

export function mapTests(explorer: Explorer): void {
  const { credit, names, sea, villages } = explorer.ground
  const far = villages[1]

  test('shows the region with its sea, its names and its credit, without calls to other hosts', async () => {
    const opened = await explorer.open()
    const { page } = opened
    if (sea) {
      const [red = 255, , blue = 0] = await colorAt(page, sea)
      expect(blue).toBeGreaterThan(red)
    }
    await page.getByText(credit).first().waitFor()
    const shown = () =>
      page.evaluate(
        "window.cairnMap.queryRenderedFeatures({ layers: ['label-place-village', 'label-place-town'] }).map((f) => f.properties.name)",
      )
    const named = async () => {
      const all = (await shown()) as string[]
      return names.filter((name) => all.includes(name)).length
    }
    await poll(named).toBeGreaterThan(3)
    await expectSound(opened)
    await page.context().close()
  })

  inFull('shows heights under the pointer, 3D and dark colours, also after a reload', async () => {
    // The window is small, since drawing slopes in software is slow.
    const viewport = { width: 800, height: 420 }
    const opened = await explorer.open(`map=12/${far.lat}/${far.lon}`, { viewport })
    const { page } = opened
    const { x, y } = await pixelOf(page, far)
    await page.mouse.move(x + 20, y)
    await page.mouse.move(x, y)
    await poll(() => page.locator('.cursor b').textContent()).toMatch(/^ ?\d+ m$/)
    await page.getByRole('button', { name: 'Map in 3D' }).click()
    await poll(() => page.evaluate('Boolean(window.cairnMap.getTerrain())')).toBe(true)
    await page.getByRole('button', { name: 'Dark colours' }).click()
    await poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await untilDrawn(page)
    await poll(() => fragmentOf(page).get('relief')).toBe('3d')
    await poll(() => fragmentOf(page).get('theme')).toBe('dark')
    await page.reload()
    await poll(() => page.evaluate('Boolean(window.cairnMap?.getTerrain())')).toBe(true)
    await expectSound(opened)
    await page.context().close()
  })

  test('suggests places during typing, and takes one by keyboard', async () => {
    const opened = await explorer.open()
    const { page } = opened
    const box = page.getByRole('combobox', { name: 'Search for a place' })
    await box.fill(far.name.slice(0, 4))
    await page.getByRole('option').first().waitFor()
    await expectSound(opened)
    await box.press('ArrowDown')
    await box.press('ArrowUp')
    await box.press('Enter')
    await poll(() => stopsOf(page).count()).toBe(1)
    expect(await stopsOf(page).first().textContent()).toContain(far.name)
    await poll(() => fragmentOf(page).get('points') ?? '').toContain(far.name)
    await box.fill('qqqqxyz')
    await page.getByText('Nothing found').waitFor()
    await page.context().close()
  })
}

export function routeTests(explorer: Explorer): void {
  const { road, villages, wilderness } = explorer.ground
  const { from, to } = road
  const far = villages[1]
  const points = `points=${text(from)};${text(to)}`
  const middle = { lat: (from.lat + to.lat) / 2, lon: (from.lon + to.lon) / 2 }

  test('routes after two clicks, follows drags, and undoes them', async () => {
    const opened = await explorer.open(`map=12/${middle.lat}/${middle.lon}`)
    const { page } = opened
    for (const place of [from, to]) {
      const { x, y } = await pixelOf(page, place)
      await page.mouse.click(x, y)
    }
    await poll(() => distanceOf(page).textContent()).toMatch(/^2\.\d km$/)
    const before = await distanceOf(page).textContent()
    // The map shrinks when the profile appears.
    await page.locator('.uplot').waitFor()
    await untilDrawn(page)
    const stop = (await page.locator('.stop-end').boundingBox())!
    await page.mouse.move(stop.x + 13, stop.y + 13)
    await page.mouse.down()
    await page.mouse.move(stop.x - 60, stop.y + 90, { steps: 6 })
    await page.mouse.up()
    await poll(() => distanceOf(page).textContent()).not.toBe(before)
    await page.keyboard.press('Control+z')
    await poll(() => distanceOf(page).textContent()).toBe(before)
    await page.keyboard.press('Control+Shift+z')
    await poll(() => distanceOf(page).textContent()).not.toBe(before)
    await expectSound(opened)
    await page.context().close()
  })

  inFull('adds a stop when the line is dragged, and sets the start from the menu', async () => {
    const opened = await explorer.open(`${points}&map=12/${middle.lat}/${middle.lon}`)
    const { page } = opened
    await distanceOf(page).waitFor()
    await poll(() =>
      page.evaluate(
        "window.cairnMap.queryRenderedFeatures({ layers: ['drawn-routes'] }).length > 0",
      ),
    ).toBe(true)
    const line = (await page.evaluate(
      `window.cairnMap.queryRenderedFeatures({ layers: ['drawn-routes'] })
        .flatMap((f) => f.geometry.type === 'LineString' ? f.geometry.coordinates : f.geometry.coordinates.flat())
        .sort((a, b) => Math.hypot(a[0] - (${middle.lon}), a[1] - ${middle.lat}) - Math.hypot(b[0] - (${middle.lon}), b[1] - ${middle.lat}))[0]`,
    )) as [number, number]
    const grab = await pixelOf(page, { lat: line[1], lon: line[0] })
    await page.mouse.move(grab.x, grab.y)
    await page.mouse.down()
    await page.mouse.move(grab.x + 60, grab.y + 20, { steps: 4 })
    await page.mouse.up()
    await poll(() => stopsOf(page).count()).toBe(3)
    await page.mouse.click(grab.x - 120, grab.y, { button: 'right' })
    await page.getByRole('menu').waitFor()
    await expectSound(opened)
    await page.getByRole('menuitem', { name: 'Start here' }).click()
    await poll(() => fragmentOf(page).get('points')).not.toContain(text(from))
    expect(await stopsOf(page).count()).toBe(3)
    await page.context().close()
  })

  inFull('marks turns and profile points on the map, and measures part of the climb', async () => {
    const pass = `points=${text(from)};${text(far)}`
    const opened = await explorer.open(pass)
    const { page } = opened
    await page.locator('.uplot').waitFor()
    const plot = (await page.locator('.u-over').boundingBox())!
    const y = plot.y + plot.height / 2
    await page.mouse.move(plot.x + plot.width * 0.3, y)
    await page.mouse.move(plot.x + plot.width * 0.4, y)
    const pointed = () =>
      page.evaluate("window.cairnMap.getSource('pointed').serialize().data.features.length")
    await poll(pointed).toBe(1)
    await page.mouse.down()
    await page.mouse.move(plot.x + plot.width * 0.7, y, { steps: 5 })
    await page.mouse.up()
    await page.getByText(/^Selected: .* m up, .* m down/).waitFor()
    await page.getByRole('button', { name: 'Whole route' }).click()
    await page.mouse.move(5, 300)
    await page.locator('.turns button').first().focus()
    await poll(pointed).toBe(1)
    await expectSound(opened)
    await page.context().close()
  })

  inFull('restores a shared link: stops, travel, options, other routes', async () => {
    const opened = await explorer.open(
      `${points}&travel=bicycle&bicycle.use_hills=1&_route.alternates=2&theme=dark`,
    )
    const { page } = opened
    await distanceOf(page).waitFor()
    expect(await page.getByRole('radio', { name: 'Bicycle' }).isChecked()).toBe(true)
    await page.getByText('Options (1 of Bicycle)').click()
    expect(await page.getByLabel('Hills').inputValue()).toBe('1')
    await page.getByLabel('Roads with cars').fill('0.6')
    await poll(() => fragmentOf(page).get('bicycle.use_roads')).toBe('0.6')
    await page.getByRole('button', { name: 'Reverse' }).click()
    await poll(() => fragmentOf(page).get('points')).toBe(`${text(to)};${text(from)}`)
    await expectSound(opened)
    await page.context().close()
  })

  inFull('explains in words why there is no route', async () => {
    const { page } = await explorer.open(`points=${text(from)};${text(wilderness)}`)
    await page.getByRole('alert').waitFor()
    expect((await page.getByRole('alert').textContent())!.length).toBeGreaterThan(20)
    await page.context().close()
  })

  inFull('asks for another key when one is refused, then requests the route again', async () => {
    const { page } = await explorer.open(points)
    await distanceOf(page).waitFor()
    const refused = {
      status: 401,
      json: { code: 'unauthorized', message: 'The key is not known.' },
    }
    await page.route('**/v1/routing/route', (route) => route.fulfill(refused))
    await page.reload()
    await page.getByText('The key is not known.').waitFor()
    await page.unroute('**/v1/routing/route')
    const { key } = await explorer.server.newKey('1.00')
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await distanceOf(page).waitFor()
    expect(await page.getByLabel('API key').count()).toBe(0)
    await page.context().close()
  })

  test('fits the screen of a telephone', async () => {
    const viewport = { width: 390, height: 844 }
    const opened = await explorer.open(points, { viewport, hasTouch: true })
    const { page } = opened
    await distanceOf(page).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    // The map is drawn at its size on the screen.
    const stretch = `(() => {
      const { width, height, clientWidth, clientHeight } = window.cairnMap.getCanvas()
      return Math.abs(width / height - clientWidth / clientHeight)
    })()`
    await poll(() => page.evaluate(stretch)).toBeLessThan(0.02)
    await expectSound(opened)
    // The menu fits into the map even at its edge.
    const map = (await page.locator('.map-canvas').boundingBox())!
    await page.mouse.click(map.x + map.width - 5, map.y + map.height / 2, { button: 'right' })
    const menu = (await page.getByRole('menu').boundingBox())!
    expect(menu.x + menu.width).toBeLessThanOrEqual(map.x + map.width)
    expect(menu.y + menu.height).toBeLessThanOrEqual(map.y + map.height)
    await page.context().close()
  })
}
