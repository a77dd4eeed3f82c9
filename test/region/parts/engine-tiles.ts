import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { engineVersion, listTiles, makeReproducible } from '../../../region/index.ts'

/** Sorts the turn restrictions of a tile, because the engine's order is random (mjolnir/restrictionbuilder.cc). */
function sortRestrictions(tile: Buffer): void {
  // Offsets of forward restrictions, reverse restrictions and the next section (baldr/graphtileheader.h).
  const [forward, reverse, end] = [96, 100, 104].map((offset) => tile.readUInt32LE(offset))
  for (const [from, to] of [
    [forward!, reverse!],
    [reverse!, end!],
  ] as const) {
    const records: Buffer[] = []
    // Three words, then the ways, counted by bits 16 to 20 of the third word (baldr/complexrestriction.h).
    for (let at = from; at < to; at += records.at(-1)!.length)
      records.push(Buffer.from(tile.subarray(at, at + 24 + 8 * (tile[at + 18]! & 31))))
    Buffer.concat(records.sort(Buffer.compare)).copy(tile, from)
  }
}

/** Reads the tiles in a folder of the engine, without the differences between two builds of one input. */
export async function engineTiles(folder: string): Promise<Map<string, Buffer>> {
  const stamp = { dataTimestampSeconds: 0, engineVersion, builtAt: new Date() }
  const tiles = new Map<string, Buffer>()
  for (const { name, path } of await listTiles(folder)) {
    const bytes = await readFile(path)
    expect(makeReproducible(bytes, stamp)).toBe(true)
    sortRestrictions(bytes)
    tiles.set(name, bytes)
  }
  return tiles
}
