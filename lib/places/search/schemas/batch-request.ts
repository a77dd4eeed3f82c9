import * as z from 'zod'
import { textParameter } from '#places/text/schemas'
import { addressIssues, addressShape, hasAddress } from './address-fields.ts'
import { CountryCode, Languages, ServedRegion } from './codes.ts'
import { maxResults } from './scope.ts'

/** Maximum items of one batch. */
export const maxBatchItems = 1_000

export const BatchItem = z
  .strictObject({
    text: textParameter().optional().meta({
      description: 'Free text, as in search. Either this or parts of an address.',
    }),
    ...addressShape,
    size: z
      .int()
      .min(1)
      .max(maxResults)
      .default(1)
      .meta({ description: 'Maximum number of results.' }),
  })
  .superRefine((item, context) => {
    const { text, country, ...parts } = item
    const issue = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (text === undefined) {
      if (!hasAddress(item)) issue(['text'], 'is required, or parts of an address')
      else for (const { path, message } of addressIssues(item)) issue(path, message)
    } else if (hasAddress(parts)) {
      issue(['text'], 'must not come with parts of an address')
    } else if (country !== undefined && !CountryCode.safeParse(country).success) {
      issue(['country'], 'must with text be a code of ISO 3166-1')
    }
  })
  .meta({
    id: 'BatchItem',
    description:
      '`text`, or parts of an address as in structured-search. With `text`, `country` is a code and ' +
      'only places of that country are results.',
  })

export type BatchItem = z.output<typeof BatchItem>

/**
 * Documented as {@link BatchItem}, but checked one by one: an invalid item does not fail the others, and the texts of
 * 1,000 items would hold the event loop for 50 ms.
 */
const UncheckedItem = z.union([z.unknown(), BatchItem]).meta({
  override: ({ jsonSchema }) => {
    const documented = jsonSchema.anyOf?.[1]
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, documented)
  },
})

export const BatchRequest = z
  .object({
    items: z.array(UncheckedItem).min(1).max(maxBatchItems).meta({
      description:
        'Each is searched by itself, and one that is not valid does not fail the others.',
    }),
    lang: Languages,
    region: ServedRegion,
  })
  .meta({ id: 'BatchRequest' })

export type BatchRequest = z.output<typeof BatchRequest>
