/** What of a build a map is drawn from, by path. */
export const mapFiles: Readonly<Record<string, { file: string; type: string }>> = {
  '/map/tiles.pmtiles': { file: 'map.pmtiles', type: 'application/vnd.pmtiles' },
  '/map/terrain.tif': { file: 'terrain.tif', type: 'image/tiff' },
}

/** The facts of the region that a page needs. */
export const regionPath = '/map/region.json'

/** The paths of the map. */
export const mapPaths: readonly string[] = [regionPath, ...Object.keys(mapFiles)]

/** The files of a build that the map reads. */
export const mapFileNames: readonly string[] = Object.values(mapFiles).map(({ file }) => file)
