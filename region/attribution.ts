import type { DemSource } from './elevation/index.ts'

const openStreetMap = '© OpenStreetMap contributors, ODbL 1.0'
const srtm = 'Elevation: SRTM, NASA/USGS'
/** Notice that the licence of GLO-30 requires for adapted data. */
const copernicus =
  'Elevation: produced using Copernicus WorldDEM-30 © DLR e.V. 2010-2014 and © Airbus Defence and Space GmbH 2014-2018 provided under COPERNICUS by the European Union and ESA; all rights reserved'

/** Credit that the licence of WorldCover requires (https://esa-worldcover.org/en/data-access). */
const worldCover =
  'Land cover: © ESA WorldCover project / Contains modified Copernicus Sentinel data processed by ESA WorldCover consortium, CC BY 4.0'

/** Returns the credits of elevation files, by their names; other files count as an unknown source. */
function listDemCredits(sources: readonly Pick<DemSource, 'name' | 'format'>[]): string[] {
  const lines = new Set<string>()
  const unknown: string[] = []
  for (const { name, format } of sources) {
    if (name.startsWith('Copernicus_DSM_COG_10_')) lines.add(copernicus)
    else if (format === 'hgt') lines.add(srtm)
    else unknown.push(name)
  }
  if (unknown.length > 0) lines.add(`unknown elevation source: ${unknown.join(', ')}`)
  return [...lines]
}

/**
 * Returns the attribution that must be shown with the data.
 *
 * @param options `dem`: the caller's credit for the elevation; default: by file names. `usesWorldCover`: whether land
 *   cover partly comes from ESA WorldCover.
 */
export function composeAttribution(
  sources: readonly Pick<DemSource, 'name' | 'format'>[],
  { dem, usesWorldCover = false }: { dem?: string | undefined; usesWorldCover?: boolean } = {},
): string {
  const elevation = dem ? [dem] : listDemCredits(sources)
  return [openStreetMap, ...elevation, ...(usesWorldCover ? [worldCover] : [])].join('; ')
}
