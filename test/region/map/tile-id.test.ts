import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeTileId, findTileIdAbove } from '../../../region/map/index.ts'

test('the number of a tile determines the number of each tile above it', () => {
  const tile = fc.integer({ min: 0, max: 22 }).chain((zoom) => {
    const column = fc.integer({ min: 0, max: 2 ** zoom - 1 })
    return fc.tuple(fc.constant(zoom), column, column, fc.integer({ min: 0, max: zoom }))
  })
  fc.assert(
    fc.property(tile, ([zoom, x, y, levels]) => {
      const above = computeTileId(zoom - levels, x >> levels, y >> levels)
      expect(findTileIdAbove(computeTileId(zoom, x, y), zoom, levels)).toBe(above)
    }),
  )
})

// PMTiles 3, section 4.1, and its reference reader: 1 to 4 are the tiles of zoom level 1 along the curve.
test('tile numbers match the specification', () => {
  const corners = [
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 2],
    [1, 1, 1, 3],
    [1, 1, 0, 4],
    [2, 0, 0, 5],
  ] as const
  for (const [zoom, x, y, id] of corners) expect(computeTileId(zoom, x, y)).toBe(id)
})
