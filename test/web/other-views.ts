import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Explorer, expectSound, poll } from './explorer.ts'
import { chooseFile, gpxTrack, pointsText } from './page-input.ts'

/** Counts the shapes of a kind that the view has drawn. */
const drawn = (page: Page, kind: string) =>
  page.evaluate(
    `(window.cairnMap.getSource('drawn')?.serialize().data.features ?? []).filter((f) => f.properties.kind === '${kind}').length`,
  )

export function otherViewTests(explorer: Explorer): void {
  const { category, confidence, road, villages } = explorer.ground
  const [a, b, c] = villages
  const { from, to } = road

  test('shows the areas within reach in minutes and in kilometres, with their places', async () => {
    const opened = await explorer.open(
      `view=isochrone&${pointsText(a)}&_isochrone.minutes=10&_isochrone.kilometers=2`,
    )
    const { page } = opened
    await page.getByText('Within 10 min').waitFor()
    await page.getByText('Within 2 km').waitFor()
    await poll(() => drawn(page, 'area')).toBe(2)
    expect(await page.locator('.turns button').count()).toBeGreaterThan(0)
    await expectSound(opened)
    await page.context().close()
  })

  test('compares ways to travel in one table', async () => {
    const opened = await explorer.open(`view=compare&${pointsText(from, to)}`)
    const { page } = opened
    await poll(() => page.locator('tbody tr').count()).toBe(3)
    await page.getByRole('checkbox', { name: 'Truck' }).check()
    await poll(() => page.locator('tbody tr').count()).toBe(4)
    await poll(() => drawn(page, 'route')).toBe(4)
    await expectSound(opened)
    await page.context().close()
  })

  test('finds the best order of stops and turns it into a route', async () => {
    const opened = await explorer.open(`view=optimize&${pointsText(a, c, b)}&_optimize.round=yes`)
    const { page } = opened
    await page.getByText(/saves|is the best/).waitFor()
    await expectSound(opened)
    await page.getByRole('button', { name: 'Use this order as a route' }).click()
    await page.locator('.uplot').waitFor()
    expect(await page.locator('.stops li').count()).toBe(3)
    await page.context().close()
  })

  test('shows a matrix as a table', async () => {
    const opened = await explorer.open(`view=matrix&${pointsText(a, b, c)}`)
    const { page } = opened
    await poll(() => page.locator('tbody td').count()).toBe(9)
    expect(await page.locator('tbody tr').first().textContent()).toMatch(/from A.*min/)
    await expectSound(opened)
    await page.context().close()
  })

  test('finds places along a route, with their detours', async () => {
    const opened = await explorer.open(`view=along&${pointsText(a, b)}&_along.search=${category}`)
    const { page } = opened
    await poll(() => drawn(page, 'place')).toBeGreaterThan(0)
    expect(await page.locator('.turns button').first().textContent()).toMatch(/no detour|\+/)
    await expectSound(opened)
    await page.context().close()
  })

  test('matches a GPX file to the roads, and saves the result as GPX with heights', async () => {
    const opened = await explorer.open('view=snap&travel=auto')
    const { page } = opened
    const route = await explorer.route(from, to)
    const gpx = gpxTrack(route)
    const choose = (name: string, text: string) => chooseFile(page, 'input[type=file]', name, text)
    await choose('none.gpx', '<gpx/>')
    await page.getByText('none.gpx has no track').waitFor()
    await choose('walk.gpx', gpx)
    await page.getByText(confidence).waitFor()
    await poll(() => drawn(page, 'trace')).toBe(1)
    await expectSound(opened)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save GPX' }).click(),
    ])
    const saved = await readFile(await download.path(), 'utf8')
    const { lat, lon } = from
    const degrees = `lat="${Math.trunc(lat)}\\.\\d+" lon="${Math.trunc(lon)}\\.\\d+"`
    const withHeights = new RegExp(`<trkpt ${degrees}><ele>\\d+\\.\\d</ele>`, 'g')
    expect(saved.match(withHeights)!.length).toBeGreaterThan(20)
    await page.context().close()
  })

  test('shows a prediction with its warning, its hexagons and its notes', async () => {
    const opened = await explorer.open(
      `view=predict&${pointsText(from)}&_predict.when=2026-03-14T16:30&_predict.bearing=90&_predict.radius=1`,
    )
    const { page } = opened
    await page.getByText('It must never be the reason not to search a place').waitFor()
    await page.getByRole('button', { name: 'Predict', exact: true }).click()
    await poll(() => drawn(page, 'cell')).toBeGreaterThan(20)
    await page.getByText('Beyond the cone').waitFor()
    await expectSound(opened)
    await page.context().close()
  })

  test('answers a question in words with a route', async () => {
    const opened = await explorer.open('view=ask')
    const { page } = opened
    await page.getByLabel('Question').fill(`route from ${a.name} to ${b.name} by bike`)
    await page.getByLabel('Question').press('Enter')
    await page.getByText('Understood as: route').waitFor()
    await poll(() => drawn(page, 'route')).toBeGreaterThan(0)
    await expectSound(opened)
    await page.context().close()
  })

  test('finds the places of a list and reports how many it found', async () => {
    const opened = await explorer.open('view=list')
    const { page } = opened
    await page.getByLabel('Addresses or names').fill(`${a.name}\nqqqqxyz\n${b.name}`)
    await page.getByRole('button', { name: 'Find all' }).click()
    await page.getByText('2 of 3 found').waitFor()
    await poll(() => drawn(page, 'place')).toBe(2)
    await expectSound(opened)
    await page.context().close()
  })

  test('shows the request of a view as curl, TypeScript and a tool call, without the key', async () => {
    const opened = await explorer.open(pointsText(from, to))
    const { page } = opened
    const code = page.locator('.request .code')
    await poll(() => code.textContent()).toContain('/v1/routing/route')
    const charged = page.locator('.request dl div', { hasText: 'Charged' }).locator('dd')
    expect(await charged.textContent()).toBe('0.0007 USD')
    const answer = await explorer.shell((await code.textContent())!)
    expect(answer.route.distance_meters).toBeGreaterThan(2000)
    await page.getByRole('button', { name: 'TypeScript' }).click()
    await poll(() => code.textContent()).toContain('await fetch(')
    await page.getByRole('button', { name: 'MCP' }).click()
    await poll(async () => JSON.parse((await code.textContent())!).params.name).toBe('route')
    await page.getByRole('button', { name: 'Answer' }).click()
    await poll(() => code.textContent()).toContain('distance_meters')
    expect(await page.content()).not.toContain('sk_live_')
    expect(page.url()).not.toContain('sk_live_')
    expect(
      await page.evaluate(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
      ),
    ).toBe('[{},{},""]')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save GeoJSON' }).click(),
    ])
    const saved = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(
      saved.features.map(({ properties }: { properties: { kind: string } }) => properties.kind),
    ).toEqual(expect.arrayContaining(['route', 'stop']))
    await expectSound(opened)
    await page.context().close()
  })
}
