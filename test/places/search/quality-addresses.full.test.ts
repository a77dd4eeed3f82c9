import { beforeAll, describe, expect, it } from 'vitest'
import { distanceMeters } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import type { SearchResult } from '#places/search'
import { reverse, search, searchStructured } from '#places/search'
import { type MappedAddress, mappedAddresses } from '../../fixtures/addresses.ts'
import { extractOf, isOnMachine, type PlaceRegion, placesOf, quiet } from '../../fixtures/places.ts'
import { namesOf, plain, plainNumber } from './sets/judge.ts'
import { spread } from './sets/samples.ts'

/** The share of addresses that must be found. */
const required = 0.95
const toleranceMeters = 100
/** Of the demo region, which has thousands of houses; of real ones all are asked for. */
const maxDemoAddresses = 800

/** `FAILURES=1` prints every address that is lost. */
const shown = process.env.FAILURES === '1'

const regions: Partial<Record<PlaceRegion, string>> = { demo: '', helsinki: 'Helsinki' }

describe.for(Object.keys(regions) as PlaceRegion[])('the addresses of %s', (region) => {
  const there = isOnMachine(region)
  let gazetteer: Gazetteer
  let all: MappedAddress[]
  let asked: MappedAddress[]
  beforeAll(async () => {
    if (!there) return
    gazetteer = (await placesOf(region))!
    all = await mappedAddresses((await extractOf(region))!)
    asked = region === 'demo' ? spread(all, maxDemoAddresses) : all
  })

  const scope = { size: 1 }
  const ways: [string, (address: MappedAddress) => Promise<SearchResult[]>][] = [
    [
      'by street and number in one line',
      ({ street, number, lat, lon }) =>
        // The towns of the island share street names, so there the user looks at the right one.
        search(
          gazetteer,
          {
            ...scope,
            text: `${street} ${number}`,
            ...(region === 'demo' && { focus: { lat, lon } }),
          },
          quiet,
        ),
    ],
    [
      'by its fields',
      ({ street, number, lat, lon }) =>
        searchStructured(
          gazetteer,
          { street, houseNumber: number, ...(regions[region] && { locality: regions[region] }) },
          { ...scope, ...(region === 'demo' && { focus: { lat, lon } }) },
          quiet,
        ),
    ],
    [
      'by the point where it is mapped',
      ({ lat, lon }) => reverse(gazetteer, { lat, lon, size: 1, radiusMeters: 1000 }, quiet),
    ],
  ]

  it.skipIf(!there).for(ways)(`are found %s`, async ([label, ask]) => {
    const same = new Map<string, MappedAddress[]>()
    for (const address of all)
      same.set(keyOf(address), [...(same.get(keyOf(address)) ?? []), address])
    const lost: string[] = []
    for (const address of asked) {
      const [first] = await ask(address)
      if (!isIt(address, first, same.get(keyOf(address))!)) {
        const said =
          first &&
          `${first.house ? `${first.place.name} ${first.house.number}` : `${first.place.name}, ${first.place.street} ${first.place.houseNumber}`}`
        lost.push(`${address.street} ${address.number}: ${said ?? 'nothing'}`)
      }
    }
    if (shown)
      console.log([`${region} ${label}: ${lost.length} of ${asked.length}`, ...lost].join('\n  '))
    expect(asked.length).toBeGreaterThan(100)
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual((1 - required) * asked.length)
  })
})

function keyOf({ street, number }: MappedAddress): string {
  return `${plain(street)} ${plainNumber(number)}`
}

/** The house itself or what is in it; of several objects with one address any will do. */
function isIt(
  address: MappedAddress,
  found: SearchResult | undefined,
  same: readonly MappedAddress[],
): boolean {
  if (!found) return false
  const { place, house, at } = found
  const number = house?.number ?? place.houseNumber
  const streets = house ? namesOf(place) : [plain(place.street ?? '')]
  return (
    number !== undefined &&
    plainNumber(number) === plainNumber(address.number) &&
    streets.includes(plain(address.street)) &&
    same.some((position) => distanceMeters(position, at) <= toleranceMeters)
  )
}
