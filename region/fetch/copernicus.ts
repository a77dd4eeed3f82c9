import type { Bounds } from '#ground/geo'

/** Width of the southern and eastern edge that tiles leave out, because it lies in the next tile. */
const edgeDegrees = 0.001

function formatDegrees(value: number, positive: string, negative: string, digits: number): string {
  return `${value < 0 ? negative : positive}${String(Math.abs(value)).padStart(digits, '0')}_00`
}

/**
 * Returns the name of the GLO-30 tile whose south-west corner is at whole degrees, for example
 * `Copernicus_DSM_COG_10_N42_00_E001_00_DEM` (registry.opendata.aws/copernicus-dem).
 */
export function formatTileName(lat: number, lon: number): string {
  return `Copernicus_DSM_COG_10_${formatDegrees(lat, 'N', 'S', 2)}_${formatDegrees(lon, 'E', 'W', 3)}_DEM`
}

/** Returns the names of all tiles that bounds touch; some of them may be ocean and not exist. */
export function listCopernicusTiles(bounds: Bounds): string[] {
  const names: string[] = []
  const south = Math.floor(bounds.min_lat - edgeDegrees)
  const west = Math.floor(bounds.min_lon)
  for (let lat = south; lat <= Math.floor(bounds.max_lat); lat++)
    for (let lon = west; lon <= Math.floor(bounds.max_lon + edgeDegrees); lon++)
      names.push(formatTileName(lat, lon))
  return names
}
