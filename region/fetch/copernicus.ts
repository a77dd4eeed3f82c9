import type { Bounds } from '#ground/geo'

/** Tiles leave out their southern and eastern edge, which lies in the next tile. */
const edgeDegrees = 0.001

function degrees(value: number, positive: string, negative: string, digits: number): string {
  return `${value < 0 ? negative : positive}${String(Math.abs(value)).padStart(digits, '0')}_00`
}

/**
 * The name of the GLO-30 tile whose south-west corner is at whole degrees, for example
 * `Copernicus_DSM_COG_10_N42_00_E001_00_DEM` (registry.opendata.aws/copernicus-dem).
 */
export function copernicusTileName(lat: number, lon: number): string {
  return `Copernicus_DSM_COG_10_${degrees(lat, 'N', 'S', 2)}_${degrees(lon, 'E', 'W', 3)}_DEM`
}

/** The names of all tiles that bounds touch; some of them may be ocean and not exist. */
export function copernicusTiles(bounds: Bounds): string[] {
  const names: string[] = []
  const south = Math.floor(bounds.min_lat - edgeDegrees)
  const west = Math.floor(bounds.min_lon)
  for (let lat = south; lat <= Math.floor(bounds.max_lat); lat++)
    for (let lon = west; lon <= Math.floor(bounds.max_lon + edgeDegrees); lon++)
      names.push(copernicusTileName(lat, lon))
  return names
}
