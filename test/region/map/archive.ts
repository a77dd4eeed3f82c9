import { readFile } from 'node:fs/promises'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'

/** Opens an archive in memory with the reader that browsers use. */
export async function openArchive(path: string): Promise<PMTiles> {
  const bytes = await readFile(path)
  return new PMTiles({
    getKey: () => path,
    getBytes: async (offset, length) => {
      const part = Uint8Array.from(bytes.subarray(offset, offset + length))
      return { data: part.buffer }
    },
  })
}

export async function tileOf(
  archive: PMTiles,
  zoom: number,
  x: number,
  y: number,
): Promise<VectorTile | undefined> {
  const tile = await archive.getZxy(zoom, x, y)
  return tile && new VectorTile(new PbfReader(new Uint8Array(tile.data)))
}

/** Returns the tile that contains a position, and the position in the tile, 0 to 1. */
export function placeIn({ lat, lon }: { lat: number; lon: number }, zoom: number) {
  const sine = Math.sin((lat * Math.PI) / 180)
  const east = (lon / 360 + 0.5) * 2 ** zoom
  const south = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom
  const [x, y] = [Math.floor(east), Math.floor(south)]
  return { x, y, east: east - x, south: south - y }
}
