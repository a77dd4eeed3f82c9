import type * as z from 'zod'
import type { RoadClass, Surface } from '../schemas/index.ts'

/** The engine's name of a road class as the service calls it. */
export function roadClassOf(engineName: string): z.output<typeof RoadClass> {
  const name = engineName === 'service_other' ? 'service' : engineName
  return name as z.output<typeof RoadClass>
}

/** The engine's name of a surface as the service calls it. */
export function surfaceOf(engineName: string): z.output<typeof Surface> {
  const name = engineName === 'path' ? 'ground' : engineName
  return name as z.output<typeof Surface>
}
