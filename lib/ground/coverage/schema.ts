import * as z from 'zod'
import type { Bounds } from '#ground/geo'
import { finestZoom } from './cell.ts'

/** Maximum number of cells of a region: 15 kB of quadkeys. */
export const maxCells = 1000

/** A box, degrees of WGS 84. */
export const BoundsSchema: z.ZodType<Bounds> = z
  .object({
    min_lat: z.number().min(-90).max(90),
    min_lon: z.number().min(-180).max(180),
    max_lat: z.number().min(-90).max(90),
    max_lon: z.number().min(-180).max(180),
  })
  .refine((box) => box.min_lat <= box.max_lat && box.min_lon <= box.max_lon, 'an inside-out box')

const key = `[0-3]{1,${finestZoom}}`

/** Coverage of a build. */
export const CoverageFacts = z.object({
  /** Quadkeys of the cells with roads or places, ascending, separated by spaces; none lies within another. */
  cells: z
    .string()
    .max(maxCells * (finestZoom + 1))
    .regex(new RegExp(`^${key}( ${key})*$`)),
  /** Boxes around the parts of the region that lie far from each other; the part with the most roads comes first. */
  areas: z.array(BoundsSchema).min(1),
  /** Boxes of the elevation; empty without elevation. */
  elevation: z.array(BoundsSchema),
})
export type CoverageFacts = z.output<typeof CoverageFacts>
