import * as z from 'zod'
import { PlaceTypeSchema } from './codes.ts'

export const Coordinates = z
  .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
  .meta({ id: 'Coordinates', description: 'A position on the Earth (WGS84), degrees.' })

const text = z.string().min(1)

export const PlaceSchema = z
  .object({
    coordinates: Coordinates,
    label: text.meta({
      description: 'Name and address in one line, in the order of the country.',
      example: 'Via Pegna 5, 1130 Pradetta, Isla Carvenna',
    }),
    name: text,
    country: text.optional(),
    country_code: text.optional().meta({ description: 'ISO 3166-1 alpha-3.', example: 'AND' }),
    region: text.optional(),
    county: text.optional(),
    locality: text.optional(),
    neighbourhood: text.optional(),
    street: text.optional(),
    house_number: text.optional(),
    postcode: text.optional(),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({
        description:
          '1 for what was asked for; 0.8 for a street in place of an address, 0.6 for a locality, 0.4 ' +
          'for a county, 0.3 for a region, 0.1 for a country; less for every word that was left out ' +
          'or corrected, by its weight; at most 0.4 when a town, region or country was stated that ' +
          'matches nothing. By reverse it goes down with the distance.',
      }),
    place_type: PlaceTypeSchema,
    match_type: z.enum(['exact', 'interpolated', 'fallback', 'fuzzy']).meta({
      description:
        '`exact`; `interpolated`: a house whose position is computed from its neighbours; `fallback`: ' +
        'what contains the thing asked for; `fuzzy`: words were corrected or left out.',
    }),
    bbox: z
      .array(z.number())
      .length(4)
      .optional()
      .meta({
        description:
          'Of a place with an extent, as a street, a town or a postcode: `[min_lng, min_lat, max_lng, ' +
          'max_lat]`, degrees. Absent for houses and other points.',
        example: [-28.411905, 46.444817, -28.405262, 46.448811],
      }),
    distance_meters: z.number().min(0).optional().meta({
      description: 'From the point that was asked for; along a route, from the route.',
    }),
    id: text.meta({
      description:
        'Stable within a data set; `geocoding/place` gives the place of an id. Of an OpenStreetMap object ' +
        '`osm:` with its kind and number; others begin with what they are: `street:`, `crossing:`, ' +
        '`postcode:`, `house:`.',
      example: 'osm:way/7',
    }),
  })
  .meta({ id: 'Place', description: 'What is not known of a place is absent.' })

export type RenderedPlace = z.output<typeof PlaceSchema>
