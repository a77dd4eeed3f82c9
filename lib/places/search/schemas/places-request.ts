import * as z from 'zod'
import { findLengthIssues, maxTextCharacters, textParameter } from '#places/text/schemas'
import { CountryCodes, Languages, ServedRegion } from './codes.ts'
import { numberParameter } from './query-values.ts'
import { Latitude, Longitude, sizeParameter } from './scope.ts'

export const PlacesRequest = z
  .object({
    query: textParameter().meta({
      description: 'A category in the singular or the plural, or a keyword.',
      example: 'bakery',
    }),
    near: textParameter()
      .optional()
      .meta({
        description:
          'A place to search around, by name. Either this or `near.lat` and `near.lon`. Together with ' +
          `\`query\` it has at most ${maxTextCharacters} characters.`,
      }),
    'near.lat': Latitude.optional().meta({ description: 'Where to search around.' }),
    'near.lon': Longitude.optional().meta({ description: 'With `near.lat`.' }),
    radius: numberParameter(0.1, 50)
      .default(5)
      .meta({ description: 'Kilometres.', override: { default: 5 } }),
    size: sizeParameter(10),
    'boundary.country': CountryCodes,
    lang: Languages,
    region: ServedRegion,
  })
  .superRefine((request, context) => {
    const issue = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    const { query, near } = request
    for (const { path, message } of findLengthIssues({ query, near }))
      issue(String(path[0]), message)
    const [lat, lon] = [request['near.lat'], request['near.lon']]
    if (request.near !== undefined) {
      if (lat !== undefined) issue('near.lat', 'must not come with near: send one of the two')
      if (lon !== undefined) issue('near.lon', 'must not come with near: send one of the two')
    } else if (lat === undefined && lon === undefined) {
      issue('near', 'is required, or near.lat and near.lon in its place')
    } else if (lat === undefined) {
      issue('near.lat', 'is required with near.lon')
    } else if (lon === undefined) {
      issue('near.lon', 'is required with near.lat')
    }
  })
  .meta({ id: 'PlacesRequest' })

export type PlacesRequest = z.output<typeof PlacesRequest>
