import type { Bounds } from '#ground/geo'
import type { PixelGrid } from './pixel-grid.ts'

/** A cell of one degree, identified by its south-west corner. */
export interface DegreeCell {
  lat: number
  lon: number
}

/** Samples along a side of an engine tile: one for every arc-second, ends included. */
export const engineSamples = 3601

const namePattern = /^([NS])(\d{2})([EW])(\d{3})/i

/** Returns the cell at the start of an HGT tile's name, for example `N42E001.hgt`. */
export function parseCellName(name: string): DegreeCell | undefined {
  const match = namePattern.exec(name)
  if (!match) return undefined
  const [, ns = '', lat = '', ew = '', lon = ''] = match
  return {
    lat: Number(lat) * (ns.toUpperCase() === 'S' ? -1 : 1),
    lon: Number(lon) * (ew.toUpperCase() === 'W' ? -1 : 1),
  }
}

function formatLat(lat: number): string {
  return `${lat < 0 ? 'S' : 'N'}${String(Math.abs(lat)).padStart(2, '0')}`
}

function formatLon(lon: number): string {
  return `${lon < 0 ? 'W' : 'E'}${String(Math.abs(lon)).padStart(3, '0')}`
}

/** Returns the path where the engine's builder expects the tile of a cell, for example `N42/N42E001.hgt`. */
export function formatTilePath({ lat, lon }: DegreeCell): string {
  return `${formatLat(lat)}/${formatLat(lat)}${formatLon(lon)}.hgt`
}

/** Returns the grid of an HGT tile: samples lie on the edges of the cell, so pixels reach half a step beyond. */
export function makeHgtGrid({ lat, lon }: DegreeCell, samples: number): PixelGrid {
  const step = 1 / (samples - 1)
  return {
    west: lon - step / 2,
    north: lat + 1 + step / 2,
    stepLon: step,
    stepLat: step,
    width: samples,
    height: samples,
  }
}

/**
 * Margin around the given bounds within which cells get tiles too, where there is elevation: an extract contains whole
 * ways, so its roads reach beyond its bounds.
 */
const marginDegrees = 0.25

/** Returns the cells near roads that at least one raster touches. */
export function listNeededCells(
  roads: readonly Bounds[],
  rasters: readonly Bounds[],
): DegreeCell[] {
  const cells = new Map<string, DegreeCell>()
  const first = (degrees: number): number => Math.floor(degrees - marginDegrees)
  const last = (degrees: number): number => Math.ceil(degrees + marginDegrees) - 1
  for (const { min_lat, min_lon, max_lat, max_lon } of roads)
    for (let lat = first(min_lat); lat <= last(max_lat); lat++)
      for (let lon = first(min_lon); lon <= last(max_lon); lon++)
        if (rasters.some((raster) => touches({ lat, lon }, raster)))
          cells.set(formatTilePath({ lat, lon }), { lat, lon })
  return [...cells.values()]
}

/**
 * Returns whether a raster overlaps a cell by more than a thin strip: a point-registered raster of a neighbouring cell
 * reaches half a pixel into this one.
 */
function touches(
  { lat, lon }: DegreeCell,
  { min_lat, min_lon, max_lat, max_lon }: Bounds,
): boolean {
  const pixel = 0.001
  const overlapLat = Math.min(lat + 1, max_lat) - Math.max(lat, min_lat)
  const overlapLon = Math.min(lon + 1, max_lon) - Math.max(lon, min_lon)
  return overlapLat > pixel && overlapLon > pixel
}
