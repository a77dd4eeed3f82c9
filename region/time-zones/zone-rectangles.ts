import timeZoneAt from '@photostructure/tz-lookup'
import type { Bounds } from '#ground/geo'
import zoneNames from './zones.json' with { type: 'json' }

/** A rectangle of one time zone. */
export interface ZoneRectangle {
  /** A name of the IANA database that the engine knows. */
  zone: string
  bounds: Bounds
}

/**
 * Side of a cell: an eighth of the engine's smallest tiles, 2 to 3.5 km; a binary fraction, so that edges meet
 * exactly.
 */
const cellDegrees = 1 / 32
/** Margin of cells, because roads reach beyond the bounds of an extract. */
const marginCells = 8

const known = new Set(zoneNames.zones)
const links: Readonly<Record<string, string>> = zoneNames.links

/** Returns the engine's name of a time zone, or undefined for one that the engine does not know. */
export function toEngineZone(zone: string): string | undefined {
  if (known.has(zone)) return zone
  return Object.hasOwn(links, zone) ? links[zone] : undefined
}

/** Returns the time zones around bounds, sampled in cells of {@link cellDegrees} that are merged where they agree. */
export function findZoneRectangles(bounds: Bounds): ZoneRectangle[] {
  const [west, east] = findCellRange(bounds.min_lon, bounds.max_lon, 180)
  const [south, north] = findCellRange(bounds.min_lat, bounds.max_lat, 90)
  const finished: ZoneRectangle[] = []
  /** Rectangles that reach the current row, by columns and zone. */
  let growing = new Map<string, ZoneRectangle>()
  for (let row = south; row < north; row++) {
    const next = new Map<string, ZoneRectangle>()
    for (const run of findRuns(row, west, east)) {
      const key = `${run.bounds.min_lon} ${run.bounds.max_lon} ${run.zone}`
      const below = growing.get(key)
      growing.delete(key)
      const bounds = { ...run.bounds, min_lat: below?.bounds.min_lat ?? run.bounds.min_lat }
      next.set(key, { zone: run.zone, bounds })
    }
    finished.push(...growing.values())
    growing = next
  }
  return [...finished, ...growing.values()]
}

/** Returns the first and last cell, the last excluded. */
function findCellRange(min: number, max: number, limit: number): [number, number] {
  const limitCells = limit / cellDegrees
  const first = Math.floor(min / cellDegrees) - marginCells
  const end = Math.ceil(max / cellDegrees) + marginCells
  return [Math.max(first, -limitCells), Math.min(end, limitCells)]
}

function* findRuns(row: number, west: number, east: number): Generator<ZoneRectangle> {
  const findZone = (column: number): string | undefined =>
    toEngineZone(timeZoneAt((row + 0.5) * cellDegrees, (column + 0.5) * cellDegrees))
  for (let column = west; column < east; ) {
    const zone = findZone(column)
    const from = column
    do column++
    while (column < east && findZone(column) === zone)
    if (zone === undefined) continue
    const bounds = {
      min_lat: row * cellDegrees,
      min_lon: from * cellDegrees,
      max_lat: (row + 1) * cellDegrees,
      max_lon: column * cellDegrees,
    }
    yield { zone, bounds }
  }
}
