import {
  type LandCover,
  type LandscapeView,
  landCoverByte,
  outsideDataByte,
  type Positions,
} from '../landscape/index.ts'
import type { EcoregionFacts } from './ecoregion.ts'
import { figures } from './figures/index.ts'
import { emptyPositions, type GridProjection } from './grid-projection.ts'
import type { HexGrid } from './prediction.ts'

/** Metres between the sample points, for land cover and for heights. */
const spacings = { cover: 50, heights: 200 }

/** Radius around the middle of an area that decides its ecoregion. */
export const surroundingsMeters = Math.max(
  figures.ecoregion.builtUpRadiusMeters.value,
  figures.ecoregion.reliefRadiusMeters.value,
)

/**
 * The facts that decide the ecoregion of an area: built-up share near the origin (of the whole area where
 * there is no origin), relief around it, share of dry ground in the mapped ground.
 *
 * @param positions The pattern points of the area's hexagons.
 */
export function ecoregionFacts(
  grid: HexGrid,
  projection: GridProjection,
  view: LandscapeView,
  positions: Positions,
): EcoregionFacts {
  const { builtUpRadiusMeters, reliefRadiusMeters } = figures.ecoregion
  const around = (radius: number, spacing: number) => disc(projection, radius, spacing)
  const near =
    grid.area.type === 'circle' ? around(builtUpRadiusMeters.value, spacings.cover) : positions
  const wide = around(reliefRadiusMeters.value, spacings.heights)
  return {
    builtUpShare: share(view.sample('land_cover', near), { built_up: 1 }, [outsideDataByte]),
    reliefMeters: relief(view.heights(wide)),
    dryShare: share(view.sample('land_cover', wide), dryCovers(grid.plane.center.lat), [
      outsideDataByte,
      landCoverByte('unknown'),
    ]),
  }
}

/** How much of each land cover is dry ground at a latitude. */
function dryCovers(lat: number): Partial<Record<LandCover, number>> {
  const weight = interpolated(figures.ecoregion.dryLatitudes.value, Math.abs(lat))
  return { sand: 1, scrub: weight, rock: weight }
}

function interpolated(knots: readonly (readonly [number, number])[], x: number): number {
  const next = knots.findIndex(([at]) => at >= x)
  if (next <= 0) return knots.at(next)![1]
  const [[x0, y0], [x1, y1]] = [knots[next - 1]!, knots[next]!]
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

/** Weighted share of land covers, leaving out the bytes `without`; `NaN` when none is left. */
function share(
  bytes: Uint8Array,
  covers: Partial<Record<LandCover, number>>,
  without: readonly number[],
): number {
  const weights = new Float64Array(256)
  for (const [cover, weight] of Object.entries(covers))
    weights[landCoverByte(cover as LandCover)] = weight
  let [found, counted] = [0, 0]
  for (const byte of bytes) {
    if (without.includes(byte)) continue
    counted++
    found += weights[byte]!
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

/** Points of a square lattice within a radius of the centre of the plane. */
function disc(projection: GridProjection, radiusMeters: number, spacingMeters: number): Positions {
  const reach = Math.floor(radiusMeters / spacingMeters)
  const points: { lat: number; lon: number }[] = []
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      if (Math.hypot(i, j) > reach) continue
      points.push(projection.position(i * spacingMeters, j * spacingMeters))
    }
  }
  const positions = emptyPositions(points.length)
  points.forEach(({ lat, lon }, i) => {
    positions.lats[i] = lat
    positions.lons[i] = lon
  })
  return positions
}
