import {
  type LandscapeView,
  landCoverByte,
  outsideDataByte,
  type Positions,
} from '#ground/landscape'
import { dryClimateShare } from './dry-climate.ts'
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
 * there is no origin), relief around it, dryness of the climate.
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
    builtUpShare: builtUpShare(view.sample('land_cover', near)),
    reliefMeters: relief(view.heights(wide)),
    dryShare: dryClimateShare(grid.plane.center),
  }
}

/** Built-up share of the ground within the data; `NaN` when there is none. */
function builtUpShare(covers: Uint8Array): number {
  const builtUp = landCoverByte('built_up')
  const within = covers.filter((cover) => cover !== outsideDataByte)
  return within.filter((cover) => cover === builtUp).length / within.length
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
