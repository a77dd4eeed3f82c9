import type { Map as GlMap } from 'maplibre-gl'
import type { LinePoint } from './along.ts'

/** Moves the map so that all positions are visible. */
export function lookAt(map: GlMap | undefined, positions: readonly LinePoint[]): void {
  if (!map || positions.length === 0) return
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of positions) {
    ;[west, east] = [Math.min(west, lon), Math.max(east, lon)]
    ;[south, north] = [Math.min(south, lat), Math.max(north, lat)]
  }
  map.resize()
  map.fitBounds([west, south, east, north], { padding: 60, maxZoom: 15 })
}
