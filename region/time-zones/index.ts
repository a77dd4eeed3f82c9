/** Time zones of a region, as the routing engine's builder reads them. */

export { engineZone, zoneRectangles } from './zone-rectangles.ts'
export { writeTimeZones } from './zone-table.ts'
