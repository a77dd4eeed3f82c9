import type { DemSource } from './elevation/index.ts'

const openStreetMap = '© OpenStreetMap contributors, ODbL 1.0'
const srtm = 'Elevation: SRTM, NASA/USGS'
/** The notice that the licence of GLO-30 asks of adapted data. */
const copernicus =
  'Elevation: produced using Copernicus WorldDEM-30 © DLR e.V. 2010-2014 and © Airbus Defence and Space GmbH 2014-2018 provided under COPERNICUS by the European Union and ESA; all rights reserved'

/** The credit that the licence of WorldCover asks for (https://esa-worldcover.org/en/data-access). */
const worldCover =
  'Land cover: © ESA WorldCover project / Contains modified Copernicus Sentinel data processed by ESA WorldCover consortium, CC BY 4.0'

/** What to say of elevation files whose origin nobody stated: known by their names, or said to be unknown. */
function demAttribution(sources: readonly Pick<DemSource, 'name' | 'format'>[]): string[] {
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
 * The line that has to be shown with the data.
 *
 * @param options `dem`: what the caller says of the elevation; otherwise it is told from the names of
 * the files. `usesWorldCover`: whether land cover is from ESA WorldCover where the map has none.
 */
export function attributionOf(
  sources: readonly Pick<DemSource, 'name' | 'format'>[],
  { dem, usesWorldCover = false }: { dem?: string | undefined; usesWorldCover?: boolean } = {},
): string {
  const elevation = dem ? [dem] : demAttribution(sources)
  return [openStreetMap, ...elevation, ...(usesWorldCover ? [worldCover] : [])].join('; ')
}
