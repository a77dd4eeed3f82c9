import * as z from 'zod'
import { CountryCode, Languages, PlaceTypes, ServedRegion } from '#places/search/schemas'

/** Maximum results per row. */
const maxSize = 5

const ColumnName = z.string().min(1).max(200)

const makeColumnSchema = (description: string) =>
  z
    .union([ColumnName, z.array(ColumnName).min(1).max(10)])
    .optional()
    .meta({ description })

const Columns = z
  .strictObject({
    text: makeColumnSchema('Free text, as in search. Not together with parts of an address.'),
    address: makeColumnSchema(
      'House number and street in one line; the town may follow behind a comma.',
    ),
    house_number: makeColumnSchema('With `street`, in place of `address`.'),
    street: makeColumnSchema('In place of `address`.'),
    neighbourhood: makeColumnSchema('Neighbourhood or suburb.'),
    borough: makeColumnSchema('Borough.'),
    locality: makeColumnSchema('City, town or village.'),
    county: makeColumnSchema('County or district.'),
    region: makeColumnSchema('State, province or region.'),
    postalcode: makeColumnSchema('Postal code.'),
    country: makeColumnSchema('Name or code of a country.'),
  })
  .superRefine((columns, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { text, country: _, ...parts } = columns
    const given = Object.keys(parts).filter((name) => parts[name as keyof typeof parts])
    if (text === undefined && given.length === 0) {
      issue('text', 'is required, or columns with parts of an address')
    }
    if (text !== undefined && given.length > 0) {
      issue('text', 'must not come with columns of parts of an address')
    }
    if (columns.address !== undefined && (columns.street ?? columns.house_number) !== undefined) {
      issue('address', 'must not come with street or house_number: they are parts of it')
    }
  })
  .meta({
    id: 'JobColumns',
    description:
      'Columns of the file (fields of its records) by what they hold. Several columns are joined in ' +
      'their order. Without it they are recognised by their names.',
  })

const Options = z
  .strictObject({
    country: CountryCode.optional().meta({
      description: 'Only places of this country: ISO 3166-1 alpha-3 or alpha-2.',
    }),
    lang: Languages,
    size: z
      .int()
      .min(1)
      .max(maxSize)
      .default(1)
      .meta({
        description:
          'Most results of a row. Above 1 each result is a row of its own, with its place in the added ' +
          'column `rank`.',
      }),
    place_types: PlaceTypes,
    region: ServedRegion,
  })
  .meta({ id: 'JobOptions' })

export const JobRequest = z
  .object({
    format: z.enum(['auto', 'csv', 'jsonl']).default('auto').meta({
      description:
        'Format of the file: CSV, or one JSON object a line. `auto` tells by its beginning.',
    }),
    columns: Columns.optional(),
    options: Options.prefault({}),
    output: z.enum(['csv', 'jsonl', 'geojson']).optional().meta({
      description: 'Format of the result. Default: that of the file.',
    }),
  })
  .meta({ id: 'JobRequest' })

export type JobRequest = z.output<typeof JobRequest>
