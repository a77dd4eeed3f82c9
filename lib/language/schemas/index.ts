import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { CountryCode, ServedRegion } from '#places/search/schemas'
import { textParameter } from '#places/text/schemas'
import { intents } from './intent.ts'

export { type Intent, intents } from './intent.ts'

/** Maximum number of characters of a query after normalisation: some paragraphs. */
export const maxQueryCharacters = 2_000

export const AiQueryRequest = z
  .object({
    query: textParameter({ maxCharacters: maxQueryCharacters }).meta({
      description:
        'A question in English, French, German, Spanish, Italian or Portuguese, of one sentence or some.',
      example: 'How far can I walk in 15 minutes from Museum Tschierv?',
    }),
    context: z
      .object({
        location: Location.optional().meta({
          description:
            'Where the caller is: what `here`, `nearest` and `nearby` are near to. Of places with equal names ' +
            'the nearer ones are meant.',
        }),
        country: CountryCode.optional().meta({
          description:
            'Places are in this country: ISO 3166-1 alpha-3. Alpha-2 codes are taken too.',
          example: 'AND',
        }),
      })
      .optional()
      .meta({ description: 'What is known of the caller.' }),
    region: ServedRegion,
  })
  .meta({ id: 'AiQueryRequest' })

export type AiQueryRequest = z.output<typeof AiQueryRequest>

export const AiQueryResponse = z
  .object({
    intent: z.enum(intents).meta({ description: 'What the query asks for: names the operation.' }),
    parameters: z.record(z.string(), z.unknown()).meta({
      description:
        'What the operation was asked: the body of a POST, the query parameters of a GET. Positions come from ' +
        'the geocoder.',
    }),
    result: z.record(z.string(), z.unknown()).meta({
      description: 'The answer of the operation to these parameters.',
    }),
    summary: z.string().min(1).meta({
      description:
        'The answer in words, in the language of the query; its numbers are those of the result.',
      example: 'From Lagrin to Pradetta it is 8.1 km by car, 11 minutes.',
    }),
  })
  .meta({ id: 'AiQueryResponse' })

export type AiQueryResponse = z.output<typeof AiQueryResponse>
