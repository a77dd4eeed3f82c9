import type { OsmTags } from '../osm/index.ts'

/** Values of `vehicle` that the engine's builder knows for motor vehicles but not for bicycles. */
const closedToBicycles = new Set(['agricultural', 'forestry', 'discouraged'])

export const vehicleKeys = ['vehicle', 'vehicle:conditional']

/**
 * Copies `vehicle` to the kinds of vehicle below it, motor vehicles and bicycles, unless these have their own value
 * (https://wiki.openstreetmap.org/wiki/Key:access#Land-based_transportation). The builder of Valhalla 3.6.1 reads only
 * `no` and the directional variants of `vehicle`. More specific keys (`motorcar`, `hgv`, `psv`, ...) take precedence
 * in the builder itself.
 */
export function withVehicleAccess(tags: OsmTags): OsmTags {
  const { vehicle } = tags
  const conditional = tags['vehicle:conditional']
  if (vehicle === undefined && conditional === undefined) return tags
  const additions: Record<string, string> = {}
  if (vehicle !== undefined) {
    if (tags.motor_vehicle === undefined) additions.motor_vehicle = vehicle
    // The builder applies `no` itself, and keeps a cycleway beside such a road open.
    if (tags.bicycle === undefined && vehicle !== 'no')
      additions.bicycle = closedToBicycles.has(vehicle) ? 'no' : vehicle
  }
  if (conditional !== undefined) {
    for (const kind of ['motor_vehicle', 'bicycle'])
      if (tags[kind] === undefined && tags[`${kind}:conditional`] === undefined)
        additions[`${kind}:conditional`] = conditional
  }
  return Object.keys(additions).length > 0 ? { ...tags, ...additions } : tags
}
