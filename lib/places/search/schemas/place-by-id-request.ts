import * as z from 'zod'
import { textParameter } from '#places/text/schemas'
import { Languages, ServedRegion } from './codes.ts'

export const PlaceByIdRequest = z
  .object({
    id: textParameter({ isCode: true }).meta({
      description: '`id` of an earlier result.',
      example: 'osm:way/7',
    }),
    lang: Languages,
    region: ServedRegion,
  })
  .meta({ id: 'PlaceByIdRequest' })

export type PlaceByIdRequest = z.output<typeof PlaceByIdRequest>
