/** Files of a build that the map reads, by path. */
export const mapFiles: Readonly<Record<string, { file: string; type: string }>> = {
  '/map/tiles.pmtiles': { file: 'map.pmtiles', type: 'application/vnd.pmtiles' },
  '/map/terrain.tif': { file: 'terrain.tif', type: 'image/tiff' },
}

/** Path of the facts about the region that a page needs. */
export const regionPath = '/map/region.json'

/** All paths of the map. */
export const mapPaths: readonly string[] = [regionPath, ...Object.keys(mapFiles)]

/** Names of the files of a build that the map reads. */
export const mapFileNames: readonly string[] = Object.values(mapFiles).map(({ file }) => file)
