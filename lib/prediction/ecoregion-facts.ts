import {
  type LandscapeView,
  landCoverByte,
  outsideDataByte,
  type Positions,
} from '../landscape/index.ts'
import type { EcoregionFacts } from './ecoregion.ts'
import { figures } from './figures/index.ts'
import { emptyPositions, type GridProjection } from './grid-projection.ts'
import type { HexGrid } from './prediction.ts'

/** Metres between the points that are looked at, for land cover and for heights. */
const spacings = { cover: 50, heights: 200 }

/** How far from the middle of an area its surroundings are looked at. */
export const surroundingsMeters = Math.max(
  figures.ecoregion.builtUpRadiusMeters.value,
  figures.ecoregion.reliefRadiusMeters.value,
)

/**
 * What tells the ecoregion of an area: how much is built up near the origin, how high the highest ground
 * stands over the lowest around, how much of the mapped ground is sand. An area without an origin is
 * looked at as a whole instead of near its middle.
 *
 * @param positions Points all over the area's hexagons.
 */
export function ecoregionFacts(
  grid: HexGrid,
  globe: GridProjection,
  view: LandscapeView,
  positions: Positions,
): EcoregionFacts {
  const { builtUpRadiusMeters, reliefRadiusMeters } = figures.ecoregion
  const around = (radius: number, spacing: number) => disc(globe, radius, spacing)
  const near =
    grid.area.type === 'circle' ? around(builtUpRadiusMeters.value, spacings.cover) : positions
  const wide = around(reliefRadiusMeters.value, spacings.heights)
  return {
    builtUpShare: share(view.sample('land_cover', near), 'built_up', [outsideDataByte]),
    reliefMeters: relief(view.heights(wide)),
    dryShare: share(view.sample('land_cover', wide), 'sand', [
      outsideDataByte,
      landCoverByte('unknown'),
    ]),
  }
}

/** Share of a land cover among the bytes that count; `NaN` when none does. */
function share(bytes: Uint8Array, cover: 'built_up' | 'sand', without: readonly number[]): number {
  const byte = landCoverByte(cover)
  let [found, counted] = [0, 0]
  for (const one of bytes) {
    if (without.includes(one)) continue
    counted++
    if (one === byte) found++
  }
  return found / counted
}

function relief(heights: Float32Array): number {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const height of heights) {
    if (height < lowest) lowest = height
    if (height > highest) highest = height
  }
  return lowest <= highest ? highest - lowest : Number.NaN
}

/** Points on a square lattice within a distance of the middle of the plane. */
function disc(globe: GridProjection, radiusMeters: number, spacingMeters: number): Positions {
  const reach = Math.floor(radiusMeters / spacingMeters)
  const places: { lat: number; lon: number }[] = []
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      if (Math.hypot(i, j) > reach) continue
      places.push(globe.position(i * spacingMeters, j * spacingMeters))
    }
  }
  const positions = emptyPositions(places.length)
  places.forEach(({ lat, lon }, i) => {
    positions.lats[i] = lat
    positions.lons[i] = lon
  })
  return positions
}
