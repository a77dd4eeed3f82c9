import timeZoneAt from '@photostructure/tz-lookup'
import type { Bounds } from '#ground/geo'
import zoneNames from './zones.json' with { type: 'json' }

/** A rectangle of one time zone. */
export interface ZoneRectangle {
  /** A name of the IANA database that the engine knows. */
  zone: string
  bounds: Bounds
}

/** An eighth of the engine's smallest tiles, 2 to 3.5 km; a binary fraction, so that edges meet exactly. */
const cellDegrees = 1 / 32
/** Roads reach beyond the bounds of an extract. */
const marginCells = 8

const known = new Set(zoneNames.zones)
const links: Readonly<Record<string, string>> = zoneNames.links

/** The name by which the engine knows a time zone; undefined for one that it does not know. */
export function engineZone(zone: string): string | undefined {
  if (known.has(zone)) return zone
  return Object.hasOwn(links, zone) ? links[zone] : undefined
}

/** The time zones around bounds, sampled in cells of {@link cellDegrees} that are merged where they agree. */
export function zoneRectangles(bounds: Bounds): ZoneRectangle[] {
  const [west, east] = cellRange(bounds.min_lon, bounds.max_lon, 180)
  const [south, north] = cellRange(bounds.min_lat, bounds.max_lat, 90)
  const finished: ZoneRectangle[] = []
  /** Rectangles that reach up to the current row, by columns and zone. */
  let growing = new Map<string, ZoneRectangle>()
  for (let row = south; row < north; row++) {
    const next = new Map<string, ZoneRectangle>()
    for (const run of runsOfRow(row, west, east)) {
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

/** First and last cell, the last excluded. */
function cellRange(min: number, max: number, limit: number): [number, number] {
  const limitCells = limit / cellDegrees
  const first = Math.floor(min / cellDegrees) - marginCells
  const end = Math.ceil(max / cellDegrees) + marginCells
  return [Math.max(first, -limitCells), Math.min(end, limitCells)]
}

function* runsOfRow(row: number, west: number, east: number): Generator<ZoneRectangle> {
  const zoneOf = (column: number): string | undefined =>
    engineZone(timeZoneAt((row + 0.5) * cellDegrees, (column + 0.5) * cellDegrees))
  for (let column = west; column < east; ) {
    const zone = zoneOf(column)
    const from = column
    do column++
    while (column < east && zoneOf(column) === zone)
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
