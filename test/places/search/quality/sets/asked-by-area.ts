import { search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import { plain } from '../../sets/judge.ts'
import { MappedAreas } from '../areas.ts'
import { mappedPlaces } from '../mapped-places.ts'
import { judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { RightHouses } from '../right-house.ts'
import { isRightPlace } from '../right-place.ts'
import { caseShare } from '../shares.ts'
import type { StatedAddress } from '../stated-addresses.ts'
import { StatedTownPoints } from '../towns-nearby.ts'
import { drawn } from './calibration-query.ts'

/** Streets are asked only where the map has few houses. */
const maxStreets = 60
const maxNearbyMeters = 3_000
/** Consumers drop answers below it. */
const minConfidence = 0.5

/**
 * The same house or street asked by its quarter, its settlement, its municipality and the town that its
 * address states: whatever a person may call where it is.
 */
export const askedByArea: QualitySet = {
  name: 'asked-by-area',
  right:
    'the house of this street and number within 100 m, the street within 2 km, or a street of the name near the town',
  cases(data: RegionData, { seed, limit }): QualityCase[] {
    return [
      ...houseCases(data, { seed, limit }),
      ...streetCases(data, seed),
      ...townNearbyCases(data, { seed, limit }),
    ]
  },
}

function houseCases(
  { extract, addresses }: RegionData,
  { seed, limit }: { seed: number; limit: number },
): QualityCase[] {
  const areas = new MappedAreas(extract)
  const houses = new RightHouses(addresses)
  const asked = drawn(addresses, limit, ({ street, number, lat }) =>
    caseShare(String(seed), street, number, String(lat)),
  )
  return asked.flatMap((address) => {
    const { street, number } = address
    return wheres(address, areas).map(({ kind, name }): QualityCase => {
      const text = `${street} ${number}, ${name}`
      return {
        text,
        group: `house by ${kind}`,
        about: `${street} ${number}`,
        ask: async (gazetteer) =>
          judgeFirst(await search(gazetteer, { text, size: 5 }, quiet), (found) =>
            houses.isRight(address, found),
          ),
      }
    })
  })
}

function streetCases({ extract }: RegionData, seed: number): QualityCase[] {
  const areas = new MappedAreas(extract)
  const streets = mappedPlaces(extract).filter(({ kind }) => kind === 'street')
  const unique = [...new Map(streets.map((street) => [plain(street.name), street])).values()]
  const asked = drawn(unique, maxStreets, ({ name }) => caseShare(String(seed), name))
  return asked.flatMap((street) =>
    areas.around(street.at).map(({ kind, name }): QualityCase => {
      const text = `${street.name}, ${name}`
      return {
        text,
        group: `street by ${kind}`,
        about: street.name,
        ask: async (gazetteer) =>
          judgeFirst(await search(gazetteer, { text, size: 5 }, quiet), (found) =>
            isRightPlace(street, found, { near: true }),
          ),
      }
    }),
  )
}

/** Streets with the town that the nearest addresses state, up to 3 km away: many extracts have no boundaries. */
function townNearbyCases(
  { extract }: RegionData,
  { seed, limit }: { seed: number; limit: number },
): QualityCase[] {
  const towns = new StatedTownPoints(extract)
  const streets = mappedPlaces(extract).filter(({ kind }) => kind === 'street')
  const inTowns = streets.flatMap((street) => {
    const town = towns.nearest(street.at, maxNearbyMeters)
    return town === undefined ? [] : [{ street, town }]
  })
  const byText = new Map(inTowns.map((asked) => [`${asked.street.name}, ${asked.town}`, asked]))
  const asked = drawn([...byText], limit, ([text]) => caseShare(String(seed), text))
  return asked.map(([text, { street, town }]): QualityCase => {
    return {
      text,
      group: 'street by town nearby',
      about: street.name,
      ask: async (gazetteer) =>
        judgeFirst(await search(gazetteer, { text, size: 5 }, quiet), (found) => {
          const isStreet = isRightPlace(street, found) && found.confidence >= minConfidence
          return isStreet && towns.isNear(town, found.place, 2 * maxNearbyMeters)
        }),
    }
  })
}

function wheres(address: StatedAddress, areas: MappedAreas): { kind: string; name: string }[] {
  const stated = address.town ? [{ kind: 'stated town', name: address.town }] : []
  return [...stated, ...areas.around(address)]
}
