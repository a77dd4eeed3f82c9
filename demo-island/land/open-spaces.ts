import type { IslandPoint } from '../plane/geometry.ts'
import { Rng } from '../plane/noise.ts'
import type { MapTags } from '../roads/network.ts'
import type { StreetGrid } from '../roads/streets.ts'

export interface OpenSpace {
  ring: IslandPoint[]
  tags: MapTags
}

/** Returns the blocks of the towns that are kept free of houses: parks, a cemetery, sports grounds, a car park. */
export function planOpenSpaces(grids: Map<string, StreetGrid>): OpenSpace[] {
  const kinds: MapTags[] = [
    { leisure: 'park', name: 'Parc Umbrivas', 'name:en': 'Shade Park' },
    { leisure: 'pitch', sport: 'soccer', surface: 'grass' },
    { amenity: 'parking', surface: 'asphalt', capacity: '90' },
    { landuse: 'cemetery', name: 'Santeri' },
    { leisure: 'park', name: 'Parc da la Punt' },
    { landuse: 'allotments' },
    { leisure: 'garden', name: 'Curtin Botanic', 'name:en': 'Botanical Garden' },
    { amenity: 'marketplace', name: 'Plazza dal Martgà', 'name:en': 'Market Square' },
  ]
  const openSpaces: OpenSpace[] = []
  for (const { settlement, crossing } of grids.values()) {
    if (settlement.kind !== 'town') continue
    const rng = new Rng(5_000 + settlement.population)
    const most = settlement.key === 'portSerrin' ? kinds.length : 4
    const used = new Set<string>()
    for (let tries = 0, laid = 0; laid < most && tries < 200; tries++) {
      const column = rng.integer(2 * settlement.columns) - settlement.columns
      const row = rng.integer(2 * settlement.rows) - settlement.rows
      const corners = [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ].map(([c, r]) => crossing(column + c!, row + r!))
      if (used.has(`${column}/${row}`) || corners.some((corner) => !corner)) continue
      used.add(`${column}/${row}`)
      openSpaces.push({ ring: shrinkRing(corners as IslandPoint[]), tags: kinds[laid++]! })
    }
  }
  return openSpaces
}

/** Shrinks a ring towards its middle, so that streets keep their space. */
function shrinkRing(ring: IslandPoint[]): IslandPoint[] {
  const middle = {
    x: ring.reduce((sum, point) => sum + point.x, 0) / ring.length,
    y: ring.reduce((sum, point) => sum + point.y, 0) / ring.length,
  }
  return ring.map(({ x, y }) => ({
    x: middle.x + (x - middle.x) * 0.8,
    y: middle.y + (y - middle.y) * 0.8,
  }))
}
