import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { truth } from '../../demo-island/index.ts'
import { type Explorer, expectSound, pixelOf, poll, untilDrawn } from './explorer.ts'

const { from } = truth.lakesideRoad
const since = '_predict.when=2026-03-14T16:30'
const near = `map=13/${from.lat}/${from.lon}`

const pointsOf = (page: Page) =>
  (new URLSearchParams(new URL(page.url()).hash.slice(1)).get('points') ?? '')
    .split(';')
    .filter(Boolean)
const kinds = (page: Page) =>
  page.evaluate(
    "(window.cairnMap.getSource('drawn')?.serialize().data.features ?? []).map((f) => f.properties.kind)",
  ) as Promise<string[]>
const predictNow = (page: Page) =>
  page.getByRole('button', { name: 'Predict', exact: true }).click()

/** Reads the body of the request that the page shows. */
// biome-ignore lint/suspicious/noExplicitAny: looked into at will.
async function bodyOf(page: Page): Promise<any> {
  const curl = (await page.locator('.request .code').textContent())!
  return JSON.parse(/-d '([\s\S]*)'/.exec(curl)![1]!)
}

async function choose(page: Page, label: string, name: string, text: string): Promise<void> {
  const file = { name, mimeType: '', buffer: Buffer.from(text) }
  await page.getByLabel(label, { exact: true }).locator('input').setInputFiles(file)
}

const gpxOf = (places: { lat: number; lon: number }[]) =>
  `<gpx version="1.1"><rte>${places.map(({ lat, lon }) => `<rtept lat="${lat}" lon="${lon}"/>`).join('')}</rte></gpx>`

/** Returns a square to the north-east of the place, with sides in degrees. */
const squareOf = (degrees: number, properties: object) => {
  const [west, south] = [from.lon, from.lat]
  const [east, north] = [west + degrees, south + degrees]
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } }
}
const collection = (...features: object[]) =>
  JSON.stringify({ type: 'FeatureCollection', features })

/** Tests predictions in all kinds of areas. */
export function predictViewTests(explorer: Explorer): void {
  test('draws a polygon by clicks, changes it by drags, and predicts in it', async () => {
    const opened = await explorer.open(`view=predict&_predict.area=polygon&${since}&${near}`)
    const { page } = opened
    const { x, y } = await pixelOf(page, from)
    const corners = [
      [x - 130, y + 110],
      [x + 130, y + 110],
      [x, y - 130],
    ] as const
    for (const [at, up] of corners) await page.mouse.click(at, up)
    await poll(() => pointsOf(page).length).toBe(3)
    await poll(() => kinds(page)).toContain('area')
    await untilDrawn(page)
    await expectSound(opened)
    const before = pointsOf(page)
    await page.mouse.move(...corners[2])
    await page.mouse.down()
    await page.mouse.move(x + 30, y - 150, { steps: 4 })
    await page.mouse.up()
    await poll(() => pointsOf(page)[2]).not.toBe(before[2])
    await untilDrawn(page)
    // The middle of the lower edge becomes a corner.
    await page.mouse.move(x, y + 110)
    await page.mouse.down()
    await page.mouse.move(x, y + 160, { steps: 4 })
    await page.mouse.up()
    await poll(() => pointsOf(page).length).toBe(4)
    expect(pointsOf(page)[0]).toBe(before[0])
    await predictNow(page)
    await poll(
      async () => (await kinds(page)).filter((kind) => kind === 'cell').length,
    ).toBeGreaterThan(20)
    const { area } = await bodyOf(page)
    expect(area.type).toBe('polygon')
    expect(area.geometry.coordinates[0]).toHaveLength(5)
    expect(area.geometry.coordinates[0][4]).toEqual(area.geometry.coordinates[0][0])
    await page.keyboard.press('Control+z')
    await poll(() => pointsOf(page).length).toBe(3)
    await page.context().close()
  })

  test('takes a path from typed positions alone', async () => {
    const opened = await explorer.open(`view=predict&${since}`)
    const { page } = opened
    await page.getByRole('radio', { name: 'Along a path' }).press('Space')
    const box = page.getByRole('textbox', { name: 'Next point by its position' })
    await box.fill('nowhere')
    await box.press('Enter')
    await page.getByText('Latitude and longitude in degrees').waitFor()
    await expectSound(opened)
    for (const { lat, lon } of [from, { lat: from.lat + 0.004, lon: from.lon }]) {
      await box.fill(`${lat}, ${lon}`)
      await box.press('Enter')
    }
    await poll(() => pointsOf(page).length).toBe(2)
    await page.getByLabel('Metres beside the path').fill('100')
    await page.getByLabel('Metres beside the path').press('Tab')
    await predictNow(page)
    await poll(() => kinds(page)).toContain('cell')
    const { area } = await bodyOf(page)
    expect([area.type, area.buffer_m, area.geometry.coordinates.length]).toEqual(['path', 100, 2])
    // The probability outside a path is unknown.
    expect(await page.locator('.view .facts').textContent()).not.toContain('Outside of it')
    await expectSound(opened)
    await page.context().close()
  })

  test('takes a path from a GPX file: a short one as points to change, a long one unchanged', async () => {
    const { page } = await explorer.open(`view=predict&_predict.area=path&${since}`)
    const walk = (count: number) =>
      gpxOf(Array.from({ length: count }, (_, i) => ({ lat: from.lat + i * 1e-4, lon: from.lon })))
    await choose(page, 'GPX file of the path', 'none.gpx', '<gpx/>')
    await page.getByText('none.gpx has no track').waitFor()
    await choose(page, 'GPX file of the path', 'short.gpx', walk(4))
    await poll(() => pointsOf(page).length).toBe(4)
    await choose(page, 'GPX file of the path', 'long.gpx', walk(80))
    await page.getByText('long.gpx: 80 points').waitFor()
    await poll(() => pointsOf(page).length).toBe(0)
    await predictNow(page)
    await poll(async () => (await kinds(page)).includes('cell')).toBe(true)
    expect((await bodyOf(page)).area.geometry.coordinates).toHaveLength(80)
    await page.getByRole('button', { name: 'Leave out long.gpx' }).click()
    expect(await page.getByRole('button', { name: 'Predict', exact: true }).isDisabled()).toBe(true)
    await page.context().close()
  })

  test('sends facts about the person, segments and searched ground, and shows their results', async () => {
    const place = `points=${from.lat.toFixed(6)},${from.lon.toFixed(6)}`
    const opened = await explorer.open(
      `view=predict&${place}&${since}&_predict.elapsed=90&_predict.transport=foot&_predict.uncertainty=200`,
    )
    const { page } = opened
    await page.getByText('Segments and searched ground').click()
    const segments = collection(
      squareOf(0.004, { name: 'الشاطئ الشرقي' }),
      squareOf(0.008, { name: 'North' }),
    )
    await choose(page, 'Segments to search, GeoJSON', 'bad.geojson', '{')
    await page.getByText('bad.geojson is no GeoJSON.').waitFor()
    await choose(page, 'Segments to search, GeoJSON', 'segments.geojson', segments)
    await page.getByText('segments.geojson: 2 segments').waitFor()
    const searched = collection(squareOf(0.002, { pod: 80 }), squareOf(0.003, {}))
    await choose(page, 'Ground that was searched, GeoJSON', 'searched.geojson', searched)
    await page.getByText('searched.geojson: 2 searches').waitFor()
    await page.getByLabel('Weather').selectOption('as below')
    for (const name of ['Temperature, °C', 'Rain, mm an hour', 'Wind, m/s', 'Wind from, degrees'])
      await page.getByLabel(name).fill('4')
    await predictNow(page)
    await page.getByText('Searches found').waitFor()
    await poll(() => page.getByLabel('Segments', { exact: true }).locator('tbody tr').count()).toBe(
      2,
    )
    const body = await bodyOf(page)
    expect(body.params).toMatchObject({
      elapsed_minutes: 90,
      transport: 'foot',
      origin_uncertainty_m: 200,
      weather: { temperature_c: 4, precipitation_mmh: 4, wind_speed_mps: 4, wind_direction_deg: 4 },
    })
    expect(body.segments.map(({ name }: { name: string }) => name)).toEqual([
      'الشاطئ الشرقي',
      'North',
    ])
    const detections = body.searched.map(
      (search: { probability_of_detection: number }) => search.probability_of_detection,
    )
    expect(detections).toEqual([0.8, 0.7])
    await expectSound(opened)
    await page.context().close()
  })
}
