import type { OsmMap } from '../osm/osm-map.ts'
import type { Settlement } from '../plan/settlements.ts'
import { type IslandPoint, resample, smooth, smoothstep } from '../plane/geometry.ts'
import type { LineIndex } from '../plane/nearby.ts'
import { noise, Rng } from '../plane/noise.ts'
import { isInsideSettlement } from './cost-surface.ts'
import { coastMeters, lakeMeters, naturalHeightMeters } from './natural-height.ts'

/** Returns the built-up area of a settlement as a rounded ring. */
export function traceBuiltUpArea(place: Settlement): IslandPoint[] {
  const [ex, ey] = place.heading
  const a = (place.columns + 0.5) * place.columnMeters
  const b = (place.rows + 0.5) * place.rowMeters
  const corner = (u: number, v: number) => ({
    x: place.x + u * a * ex - v * b * ey,
    y: place.y + u * a * ey + v * b * ex,
  })
  const ring = smooth(
    [
      corner(-1, -0.3),
      corner(-1, -1),
      corner(1, -1),
      corner(1, 1),
      corner(-1, 1),
      corner(-1, -0.3),
    ],
    3,
  )
  return ring.slice(0, -1)
}

/** Draws fields, orchards and vineyards around a settlement, some of them walled or fenced. */
export function drawFields(osmMap: OsmMap, place: Settlement, roads: LineIndex): void {
  const rng = new Rng(6_000 + place.population)
  const [ex, ey] = place.heading
  const reach = place.kind === 'hamlet' ? 3 : 4
  for (let row = -place.rows - reach; row <= place.rows + reach; row += 2) {
    for (let column = -place.columns - reach; column <= place.columns + reach; column += 2) {
      const at = (u: number, v: number) => {
        const a = (column + u) * place.columnMeters
        const b = (row + v) * place.rowMeters
        const x = place.x + a * ex - b * ey
        const y = place.y + a * ey + b * ex
        return {
          x: x + 75 * noise(x / 420, y / 420, 111),
          y: y + 75 * noise(x / 420, y / 420, 112),
        }
      }
      const middle = at(0, 0)
      const ring = [at(-0.8, -0.8), at(0.8, -0.8), at(0.8, 0.8), at(-0.8, 0.8)]
      if (rng.happens(0.45) || isInsideSettlement(place, middle, 1.6)) continue
      if (ring.some((corner) => coastMeters(corner) < 120 || lakeMeters(corner) > -140)) continue
      const sides = [...ring, ring[0]!]
      if (
        resample(sides, 30).some((point) => roads.meters(point, 30) < 18) ||
        roads.meters(middle, 90) < 60
      )
        continue
      const low = smoothstep(300, 60, naturalHeightMeters(middle))
      const kind = rng.weighted(['farmland', 'orchard', 'vineyard', 'meadow'], (k) =>
        k === 'meadow' ? 1.2 - low : low,
      )
      const field = osmMap.addArea(ring, { landuse: kind })
      const draw = rng.next()
      if (draw < 0.35) osmMap.addWay(field.vertices, { barrier: 'wall', height: '1.2' })
      else if (draw < 0.55) osmMap.addWay(field.vertices.slice(0, 3), { barrier: 'fence' })
      else if (draw < 0.7) osmMap.addWay(field.vertices.slice(1, 4), { barrier: 'hedge' })
    }
  }
}
