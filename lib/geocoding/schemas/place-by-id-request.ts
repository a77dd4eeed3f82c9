import * as z from 'zod'
import { Languages, ServedRegion } from './codes.ts'
import { textParameter } from './query-values.ts'

export const PlaceByIdRequest = z
  .object({
    id: textParameter().meta({
      description: '`id` of an earlier result.',
      example: 'osm:way/7',
    }),
    lang: Languages,
    region: ServedRegion,
  })
  .meta({ id: 'PlaceByIdRequest' })

export type PlaceByIdRequest = z.output<typeof PlaceByIdRequest>
