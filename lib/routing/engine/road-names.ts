import type * as z from 'zod'
import type { RoadClass, Surface } from '#routing/schemas'

/** Returns the service's name for a road class of the engine. */
export function nameRoadClass(engineName: string): z.output<typeof RoadClass> {
  const name = engineName === 'service_other' ? 'service' : engineName
  return name as z.output<typeof RoadClass>
}

/** Returns the service's name for a surface of the engine. */
export function nameSurface(engineName: string): z.output<typeof Surface> {
  const name = engineName === 'path' ? 'ground' : engineName
  return name as z.output<typeof Surface>
}
