import * as z from 'zod'
import { componentKeys } from '#places/address'
import { PlaceTypeSchema } from './codes.ts'
import { PlaceSchema } from './place.ts'

const results = z.array(PlaceSchema)

/** Filters as parsed, under the names of their parameters. */
const filters = {
  'focus.point.lat': z.number().optional(),
  'focus.point.lon': z.number().optional(),
  'focus.scale': z.number().optional(),
  'boundary.country': z.array(z.string()).optional(),
  'boundary.rect.min_lat': z.number().optional(),
  'boundary.rect.min_lon': z.number().optional(),
  'boundary.rect.max_lat': z.number().optional(),
  'boundary.rect.max_lon': z.number().optional(),
  'boundary.circle.lat': z.number().optional(),
  'boundary.circle.lon': z.number().optional(),
  'boundary.circle.radius': z.number().optional(),
  place_types: z.array(PlaceTypeSchema).optional(),
  lang: z.array(z.string()).optional(),
  region: z.string().optional(),
  served_region: z.string().optional(),
}

export const SearchResponse = z
  .object({
    results: results.meta({ description: 'Best first; empty when nothing fits.' }),
    query: z
      .object({ text: z.string(), size: z.int(), ...filters })
      .meta({ id: 'SearchEcho', description: 'What was searched, with the filters given.' }),
  })
  .meta({ id: 'SearchResponse' })

export const ReverseResponse = z
  .object({
    results: results.meta({ description: 'Nearest first, then the areas around the point.' }),
    query: z
      .object({
        lat: z.number(),
        lon: z.number(),
        size: z.int(),
        'boundary.circle.radius': z.number().optional(),
        place_types: filters.place_types,
        lang: filters.lang,
      })
      .meta({ id: 'ReverseEcho' }),
  })
  .meta({ id: 'ReverseResponse' })

export const PlaceByIdResponse = z
  .object({
    results: results.meta({
      description: 'The place, then the house if the object is both; empty for an unknown id.',
    }),
  })
  .meta({ id: 'PlaceByIdResponse' })

export const PlacesResponse = z
  .object({
    results: z.array(PlaceSchema.required({ distance_meters: true })),
    query: z
      .object({
        query: z.string(),
        near: z.object({ lat: z.number(), lon: z.number() }),
        radius: z.number(),
        size: z.int(),
        'boundary.country': filters['boundary.country'],
        lang: filters.lang,
        region: filters.region,
      })
      .meta({ id: 'PlacesEcho' }),
  })
  .meta({ id: 'PlacesResponse' })

export const ParseResponse = z
  .object({
    input: z.string(),
    components: z
      .object(
        Object.fromEntries(
          componentKeys.map((key) => [key, z.string().min(1).optional()]),
        ) as Record<(typeof componentKeys)[number], z.ZodOptional<z.ZodString>>,
      )
      .meta({
        id: 'AddressComponents',
        description: 'Pieces of the input as they stand there; what it does not have is absent.',
      }),
  })
  .meta({ id: 'ParseResponse' })

export const BatchResponse = z
  .object({
    results: z.array(
      z
        .object({
          index: z.int().min(0).meta({ description: 'Of the item in the request.' }),
          results,
          error: z.string().optional().meta({
            description: 'Code of what failed; absent when the item was searched, found or not.',
          }),
          message: z.string().optional().meta({ description: 'With `error`: what to change.' }),
        })
        .meta({ id: 'BatchResult' }),
    ),
    summary: z.object({
      total: z.int(),
      matched: z.int().meta({ description: 'Items with a result.' }),
      failed: z.int().meta({ description: '`total` less `matched`.' }),
    }),
  })
  .meta({ id: 'BatchResponse' })

export type BatchResponse = z.output<typeof BatchResponse>
