import {
  encodeLandCover,
  type LandscapeView,
  outsideDataByte,
  type Positions,
} from '#ground/landscape'
import { measureDryness } from './dry-climate.ts'
import type { EcoregionFacts } from './ecoregion.ts'
import { figures } from './figures/index.ts'
import { emptyPositions, type GridProjection } from './grid-projection.ts'
import type { HexGrid } from './prediction.ts'

/** Distance between sample points, metres, for land cover and for heights. */
const spacings = { cover: 50, heights: 200 }

/** Radius around the middle of an area that decides its ecoregion, metres. */
export const surroundingsMeters = Math.max(
  figures.ecoregion.builtUpRadiusMeters.value,
  figures.ecoregion.reliefRadiusMeters.value,
)

/**
 * Measures the facts that decide the ecoregion of an area: the built-up share near the origin (or of the whole area
 * without an origin), the relief around it and the dryness of the climate.
 *
 * @param positions The pattern points of the area's hexagons.
 */
export function measureEcoregionFacts(
  grid: HexGrid,
  projection: GridProjection,
  view: LandscapeView,
  positions: Positions,
): EcoregionFacts {
  const { builtUpRadiusMeters, reliefRadiusMeters } = figures.ecoregion
  const around = (radius: number, spacing: number) => listDiscPositions(projection, radius, spacing)
  const near =
    grid.area.type === 'circle' ? around(builtUpRadiusMeters.value, spacings.cover) : positions
  const wide = around(reliefRadiusMeters.value, spacings.heights)
  return {
    builtUpShare: measureBuiltUpShare(view.sample('land_cover', near)),
    reliefMeters: measureRelief(view.heights(wide)),
    dryShare: measureDryness(grid.plane.center),
  }
}

/** Returns the built-up share of the ground that the data covers, or `NaN` when it covers none. */
function measureBuiltUpShare(covers: Uint8Array): number {
  const builtUp = encodeLandCover('built_up')
  const within = covers.filter((cover) => cover !== outsideDataByte)
  return within.filter((cover) => cover === builtUp).length / within.length
}

function measureRelief(heights: Float32Array): number {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const height of heights) {
    if (height < lowest) lowest = height
    if (height > highest) highest = height
  }
  return lowest <= highest ? highest - lowest : Number.NaN
}

/** Lists the points of a square lattice within a radius of the centre of the plane. */
function listDiscPositions(
  projection: GridProjection,
  radiusMeters: number,
  spacingMeters: number,
): Positions {
  const reach = Math.floor(radiusMeters / spacingMeters)
  const points: { lat: number; lon: number }[] = []
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      if (Math.hypot(i, j) > reach) continue
      points.push(projection.projectPoint(i * spacingMeters, j * spacingMeters))
    }
  }
  const positions = emptyPositions(points.length)
  points.forEach(({ lat, lon }, i) => {
    positions.lats[i] = lat
    positions.lons[i] = lon
  })
  return positions
}
