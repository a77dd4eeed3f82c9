import type { Page } from 'playwright-core'
import type { LatLon } from '#ground/geo'

/** Formats stops as in the address of the page. */
export function pointsText(...places: LatLon[]): string {
  return `points=${places.map(({ lat, lon }) => `${lat.toFixed(6)},${lon.toFixed(6)}`).join(';')}`
}

/** Returns a GPX file with a track. */
export function gpxTrack(points: readonly LatLon[]): string {
  const track = points.map(({ lat, lon }) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')
  return `<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>${track}</trkseg></trk></gpx>`
}

/** Chooses a file in an input of the page. */
export async function chooseFile(page: Page, input: string, name: string, text: string) {
  const file = { name, mimeType: '', buffer: Buffer.from(text) }
  await page.locator(input).setInputFiles(file)
}
