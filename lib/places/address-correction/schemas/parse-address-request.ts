import * as z from 'zod'
import { CountryCode, ServedRegion } from '#places/search/schemas'
import { textParameter } from '#places/text/schemas'

/** Maximum addresses per request. */
export const maxAddresses = 100

const GivenAddress = z
  .object({
    text: textParameter().meta({
      description: 'An address in one line, or in several.',
      example: 'via pegna 5 Pradeta',
    }),
    country: CountryCode.optional().meta({
      description:
        'The country that the address is likely in, where it names none: ISO 3166-1 alpha-3 or alpha-2. ' +
        'With it, no country is added to the address.',
    }),
  })
  .meta({ id: 'GivenAddress' })

export const ParseAddressRequest = z
  .object({
    addresses: z.array(GivenAddress).min(1).max(maxAddresses).meta({
      description: 'Each is corrected by itself.',
    }),
    region: ServedRegion,
  })
  .meta({ id: 'ParseAddressRequest' })

export type ParseAddressRequest = z.output<typeof ParseAddressRequest>
