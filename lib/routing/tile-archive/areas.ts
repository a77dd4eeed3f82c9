/** Tiles of the finest level are a quarter of a degree wide. */
const finestLevel = 2
const columns = 1_440
const rows = 720

/**
 * Returns the number of the connected area of each tile, by tile id. Tiles of the finest level that share a side,
 * also across the date line, belong to the same area. The engine refuses to search from one area to another.
 */
export function findConnectedAreas(tileIds: Iterable<number>): Map<number, number> {
  const tiles = new Set<number>()
  for (const id of tileIds) if ((id & 7) === finestLevel) tiles.add(id >>> 3)
  const areas = new Map<number, number>()
  let area = 0
  for (const first of tiles) {
    if (areas.has(makeId(first))) continue
    const found = [first]
    areas.set(makeId(first), area)
    for (const tile of found) {
      for (const next of listNeighbours(tile)) {
        if (!tiles.has(next) || areas.has(makeId(next))) continue
        areas.set(makeId(next), area)
        found.push(next)
      }
    }
    area++
  }
  return areas
}

function makeId(tile: number): number {
  return finestLevel + 8 * tile
}

function listNeighbours(tile: number): number[] {
  const row = Math.floor(tile / columns)
  const column = tile % columns
  const east = row * columns + ((column + 1) % columns)
  const west = row * columns + ((column + columns - 1) % columns)
  const beside = [east, west]
  if (row > 0) beside.push(tile - columns)
  if (row + 1 < rows) beside.push(tile + columns)
  return beside
}
