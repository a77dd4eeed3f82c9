import { ParseRequest, ParseResponse } from '#places/search/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const parse = operation({
  id: 'geocoding/parse',
  method: 'GET',
  path: '/v1/geocoding/parse',
  summary: 'Deterministic address parse',
  description:
    'Takes an address apart: house number, unit, road, suburb, city, postcode and so on, each as it ' +
    'stands in the text, with HTML entities decoded. Nothing is corrected and nothing added, and equal ' +
    'texts are always taken apart alike, in every region. Words for nearness, such as "near me", ' +
    'belong to no part. About 60 countries are known, in Latin, Cyrillic, Chinese, Japanese and ' +
    'Korean script.',
  price: microdollars(100),
  needs: [],
  input: ParseRequest,
  output: ParseResponse,
  errors: [],
  examples: [
    {
      name: 'french',
      summary: 'A flat in Paris',
      request: { text: 'Apt 4, 12 bis rue de la Paix, 75002 Paris, France' },
    },
    {
      name: 'japanese',
      summary: 'An address in Japanese',
      request: { text: '〒100-0001 東京都千代田区千代田1-1' },
    },
  ],
})
