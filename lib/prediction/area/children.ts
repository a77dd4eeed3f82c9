import { cellToChildren, cellToLatLng } from 'h3-js'
import { LRUCache } from 'lru-cache'
import { toEarthCentred } from './local-plane.ts'

/** The H3 cells inside a larger cell, in columns. They are the same for all requests. */
export interface Children {
  /** H3 indexes, ascending. */
  ids: readonly string[]
  lats: Float64Array
  lons: Float64Array
  /** Earth-centred coordinates of the centres, metres; three values per cell. */
  centers: Float64Array
}

/** Estimated size in memory: the index as a string, its reference, and five numbers. */
const bytesPerChild = 40 + 8 + 5 * 8

/** Cells of all requests of this process: about 2,000 large cells, the ground of 15 circles of 5 km. */
const cache = new LRUCache<string, Children>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ ids }) => bytesPerChild * ids.length,
})

/** Returns the descendants of a cell two resolutions below it, from the cache if possible. */
export function findChildren(cell: string, resolution: 10 | 11): Children {
  let children = cache.get(cell)
  if (!children) {
    children = readChildren(cell, resolution)
    cache.set(cell, children)
  }
  return children
}

function readChildren(cell: string, resolution: 10 | 11): Children {
  const ids = cellToChildren(cell, resolution).sort()
  const lats = new Float64Array(ids.length)
  const lons = new Float64Array(ids.length)
  const centers = new Float64Array(3 * ids.length)
  ids.forEach((id, i) => {
    const [lat, lon] = cellToLatLng(id)
    const { x, y, z } = toEarthCentred({ lat, lon })
    lats[i] = lat
    lons[i] = lon
    centers.set([x, y, z], 3 * i)
  })
  return { ids, lats, lons, centers }
}
