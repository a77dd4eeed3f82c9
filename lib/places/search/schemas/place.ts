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
    name: text.meta({
      description:
        'Of a house, street and number. A place without a name has that of its category, in the first of ' +
        '`lang` that is known, else in English.',
    }),
    country: text
      .optional()
      .meta({ description: 'In the first of `lang` that has it, else in English.' }),
    country_code: text.optional().meta({ description: 'ISO 3166-1 alpha-3.', example: 'AND' }),
    region: text.optional(),
    county: text.optional(),
    locality: text.optional(),
    neighbourhood: text.optional(),
    street: text.optional(),
    house_number: text.optional().meta({
      description: 'As on the map, so perhaps a range that contains the number asked for: `3-9`.',
    }),
    postcode: text.optional(),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({
        description:
          'About the share of such results that are what was meant; independent of `size` and of the ' +
          'other results, but that no result has more than one before it. 1: all that was asked for ' +
          'is there, in autocomplete all that was typed so far. In place of something narrower that is ' +
          'not known, at most 0.8 for a street, postcode or venue, 0.6 for a locality or neighbourhood, ' +
          '0.4 for a county, 0.3 for a region, 0.1 for a country. Every corrected letter (0.98), a part of the ' +
          'name that was not typed, and every word that matches nothing lower it. At most 0.4 where ' +
          'the request states a town, region or country, with or without a comma, that is not that of the place. By reverse it goes by ' +
          'the distance alone, and `geocoding/place` gives 1. For one threshold take 0.8: from there on nearly every result is ' +
          'what was meant, or the street of a house that is not known; below 0.4 hardly any is.',
      }),
    place_type: PlaceTypeSchema,
    match_type: z.enum(['exact', 'interpolated', 'fallback', 'fuzzy']).meta({
      description:
        '`exact`: all words match, and the house number if there is one. `interpolated`: the same, and ' +
        'the position of the house is computed from its neighbours. `fuzzy`: letters were corrected, or ' +
        'only a part of the name was typed. `fallback`: something that was asked for is not in the result: ' +
        'a word or a part of the address matches nothing, the house number is not known (the result is its street, ' +
        'or the house of another letter), or it is a wider place, the place nearest to coordinates, or one ' +
        'outside the area asked for.',
    }),
    bbox: z
      .array(z.number())
      .length(4)
      .optional()
      .meta({
        description:
          'Of a place with an extent: `[min_lng, min_lat, max_lng, max_lat]`, degrees. Of a street or another ' +
          'line around what of it is in the region, of a postcode around its addresses. Of a town ' +
          'or another area around its border; absent where the border is not on the map, or the region has only a ' +
          'part of it. Absent for houses and other points.',
        example: [-28.411905, 46.444817, -28.405262, 46.448811],
      }),
    distance_meters: z.number().min(0).optional().meta({
      description: 'From the point that was asked for; along a route, from the route.',
    }),
    id: text.meta({
      description:
        'Stable within a data set; `geocoding/place` gives the place of an id. Of an OpenStreetMap object ' +
        '`osm:` with its kind and number; others begin with what they are, such as `street:`, `crossing:`, ' +
        '`postcode:` and `house:`.',
      example: 'osm:way/7',
    }),
  })
  .meta({
    id: 'Place',
    description:
      'What is not known of a place is absent. The areas around it are those of its address: a town that ' +
      'addresses state comes before one whose border is around the place.',
  })

export type RenderedPlace = z.output<typeof PlaceSchema>
