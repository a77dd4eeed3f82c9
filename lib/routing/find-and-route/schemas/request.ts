import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { CountryCode, Languages, ServedRegion } from '#places/search/schemas'
import { findLengthIssues, textParameter } from '#places/text/schemas'
import { Format } from '#platform/api/schemas'
import {
  checkTravelOptions,
  DepartureTime,
  ElevationInterval,
  exclusionFields,
  Language,
  Narrative,
  Travel,
  TravelOptions,
  Units,
} from '#routing/schemas'

/**
 * A value of the right shape that is out of bounds gets the message of its own schema; others get the union's
 * message.
 */
const Origin = z
  .union([Location, textParameter()], { error: 'must be a position {lat, lon} or a text' })
  .meta({
    description:
      'Where to start: a position, or a place name, a postcode, an address or coordinates as a text.',
    example: 'Via Pegna 5, Pradetta',
  })

export const FindAndRouteRequest = z
  .object({
    origin: Origin,
    destination: textParameter().meta({
      description:
        'Where to go: a place name, a postcode, an address, a category, as in `search`. Of places with ' +
        'equal names the one nearest to the origin is meant.',
      example: 'Museum Tschierv',
    }),
    country: CountryCode.optional().meta({
      description:
        'The destination is in this country: ISO 3166-1 alpha-3. Alpha-2 codes are taken too.',
      example: 'AND',
    }),
    origin_country: CountryCode.optional().meta({
      description:
        'The origin is in this country, if it is a text; ignored with a warning if it is a position.',
      example: 'AND',
    }),
    lang: Languages,
    region: ServedRegion,
    travel: Travel.default('auto'),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    departure_time: DepartureTime.optional(),
    units: Units.default('kilometers'),
    language: Language.default('en-US'),
    elevation_interval: ElevationInterval.default(30),
    narrative: Narrative,
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .superRefine(({ origin, destination }, context) => {
    const texts = typeof origin === 'string' ? { origin, destination } : { destination }
    for (const issue of findLengthIssues(texts)) context.addIssue({ code: 'custom', ...issue })
  })
  .meta({ id: 'FindAndRouteRequest' })

export type FindAndRouteRequest = z.output<typeof FindAndRouteRequest>
