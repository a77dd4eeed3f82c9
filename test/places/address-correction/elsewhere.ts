import { type CleanAddress, lineOf } from './clean-addresses.ts'

/** Towns outside the region but in its country, or in the surrounding one. */
const towns: Record<
  CleanAddress['region'],
  { countryName: string; towns: readonly (readonly [locality: string, postcode: string])[] }
> = {
  demo: { countryName: 'France', towns: [['Lyon', '69001']] },
  andorra: {
    countryName: 'Spain',
    towns: [
      ['Barcelona', '08013'],
      ['Lleida', '25002'],
    ],
  },
  monaco: {
    countryName: 'France',
    towns: [
      ['Nice', '06000'],
      ['Lyon', '69001'],
      ['Menton', '06500'],
    ],
  },
  helsinki: {
    countryName: 'Finland',
    towns: [
      ['Tampere', '33100'],
      ['Turku', '20100'],
      ['Espoo', '02100'],
    ],
  },
  porto: {
    countryName: 'Portugal',
    towns: [
      ['Lisboa', '1100-053'],
      ['Coimbra', '3000-389'],
      ['Braga', '4700-030'],
    ],
  },
}

/** Moves the addresses to towns elsewhere: with town and postcode, with the town, and with the postcode alone. */
export function elsewhere(addresses: readonly CleanAddress[]): string[] {
  return addresses.flatMap((address, i) => {
    const { countryName, towns: others } = towns[address.region]
    const [locality, postcode] = others[i % others.length]!
    const country = i % 2 === 0 ? countryName : undefined
    return [
      lineOf({ ...address, locality, postcode, countryName: country }),
      lineOf({ ...address, locality, postcode: undefined, countryName: country }),
      lineOf({ ...address, locality: undefined, postcode, countryName }),
    ]
  })
}
