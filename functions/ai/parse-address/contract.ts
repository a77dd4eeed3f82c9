import {
  ParseAddressRequest,
  ParseAddressResponse,
  wasRead,
} from '#places/address-correction/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

const perAddress = microdollars(1_000)

export const parseAddress = operation({
  id: 'ai/parse-address',
  method: 'POST',
  path: '/v1/ai/parse-address',
  summary: 'Address correction',
  description:
    'Corrects up to 100 addresses against the places of the region: mistyped and shortened names, missing ' +
    'town, postcode and country, order and case. Every difference is listed in `corrections`, and nothing ' +
    'else is changed: an address that no place of the region explains, or several explain as well, stays as ' +
    'it is with a `confidence` under 0.7. With `country`, no country is added to the line, and an address of ' +
    'another country stays as it is. A text that is no address has a `confidence` of 0 and is not charged. ' +
    'No language model takes part: equal requests have equal answers.',
  price: {
    min: perAddress,
    of: ({ addresses }, answer) =>
      perAddress * (answer?.results.filter(wasRead) ?? addresses).length,
    unit: 'address that was read',
  },
  needs: ['places'],
  input: ParseAddressRequest,
  output: ParseAddressResponse,
  errors: [],
  tooLarge: 'Send fewer addresses at once.',
  // All examples use the demo region.
  examples: [
    {
      name: 'customers',
      summary:
        'A mistyped town, a clean address, a missing postcode, and a text that is no address',
      request: {
        addresses: [
          { text: 'via pegna 5 Pradeta' },
          { text: 'Via Runcalet 34, 2010 Nevrin', country: 'XCA' },
          { text: 'Senda Ruvina 6a, Lagrin' },
          { text: 'please call back' },
        ],
      },
    },
  ],
})
