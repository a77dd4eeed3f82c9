import { BatchRequest, BatchResponse } from '#places/search/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

const perItem = microdollars(200)

export const batch = operation({
  id: 'geocoding/batch',
  method: 'POST',
  path: '/v1/geocoding/batch',
  summary: 'Batch geocode',
  description:
    'Up to 1,000 searches in one call, each by `text` or by the parts of an address, answered in the ' +
    'order of the request. An item that is not valid has the code of its error and fails none of the ' +
    'others; one that is not found has no results and no error. Every item is charged.',
  price: {
    min: perItem,
    of: ({ items }) => perItem * items.length,
    unit: 'item',
  },
  needs: ['places'],
  input: BatchRequest,
  output: BatchResponse,
  errors: [],
  tooLarge: 'Send fewer items at once, or ask for fewer results of each with size.',
  // All examples use the demo region.
  examples: [
    {
      name: 'customers',
      summary: 'A text, an address by its parts, and something nobody knows',
      request: {
        items: [
          { text: 'Via Runcalet 34, Nevrin' },
          { house_number: '6a', street: 'Senda Ruvina', locality: 'Lagrin', country: 'XCA' },
          { text: 'qwzxv' },
        ],
      },
    },
  ],
})
