/** Writes the time zones of a region for the routing engine's builder. */

export { findZoneRectangles, toEngineZone } from './zone-rectangles.ts'
export { writeTimeZones } from './zone-table.ts'
