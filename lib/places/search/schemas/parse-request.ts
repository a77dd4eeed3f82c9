import * as z from 'zod'
import { textParameter } from '#places/text/schemas'
import { CountryCode } from './codes.ts'
import { aliasIssues } from './query-values.ts'

export const ParseRequest = z
  .object({
    text: textParameter().optional().meta({
      description: 'An address in one line, or in several.',
      example: 'Via Pegna 5, 1130 Pradetta',
    }),
    address: textParameter().optional().meta({
      description: 'Another name of `text`.',
    }),
    country: CountryCode.optional().meta({
      description:
        'The country whose habits are tried first, where the address names none: ISO 3166-1 alpha-3 ' +
        'or alpha-2.',
    }),
  })
  .superRefine((request, context) => {
    for (const issue of aliasIssues(request, 'text', 'address')) {
      context.addIssue({ code: 'custom', ...issue })
    }
    if (request.text === undefined && request.address === undefined) {
      context.addIssue({ code: 'custom', path: ['text'], message: 'is required' })
    }
  })
  .meta({ id: 'ParseRequest' })

export type ParseRequest = z.output<typeof ParseRequest>
