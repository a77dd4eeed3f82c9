import { cellToChildren, cellToLatLng } from 'h3-js'
import { LRUCache } from 'lru-cache'
import { earthCentred } from './local-plane.ts'

/** The H3 cells inside a larger one, in columns. They depend on no request. */
export interface Children {
  /** Ascending. */
  ids: readonly string[]
  lats: Float64Array
  lons: Float64Array
  /** Three for each: the Earth-centred coordinates of its centre, metres. */
  centers: Float64Array
}

/** Of a cell's index and of its place in five columns. */
const bytesPerChild = 40 + 8 + 5 * 8

/** Cells of all requests of this process: about 2,000 large ones, the ground of 15 circles of 5 km. */
const cache = new LRUCache<string, Children>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ ids }) => bytesPerChild * ids.length,
})

/** The descendants of a cell two resolutions below it. */
export function childrenOf(cell: string, resolution: 10 | 11): Children {
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
    const { x, y, z } = earthCentred({ lat, lon })
    lats[i] = lat
    lons[i] = lon
    centers.set([x, y, z], 3 * i)
  })
  return { ids, lats, lons, centers }
}
