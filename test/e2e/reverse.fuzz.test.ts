import fc from 'fast-check'
import { reverse } from '../../functions/geocoding/reverse/contract.ts'
import { fuzzOperation, placeParameters, placeText } from '../fixtures/fuzz.ts'

fuzzOperation(
  reverse,
  fc.record(
    {
      lat: placeParameters.lat,
      lon: placeParameters.lon,
      size: placeParameters.size,
      radius: placeParameters.radius,
      place_types: placeParameters.types,
      lang: placeParameters.lang,
      nonsense: placeText,
    },
    { requiredKeys: ['lat', 'lon'] },
  ),
)
