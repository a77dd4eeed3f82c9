import { join } from 'node:path'
import type { MapExtract } from '../../../fixtures/map-extract.ts'
import { readTsv } from '../../../fixtures/tsv.ts'
import { plain } from '../sets/judge.ts'

export interface WorldPlace {
  kind: 'address' | 'venue' | 'street' | 'town'
  text: string
}

/** Addresses, sights, streets and towns that are in none of the regions. */
export const worldPlaces = readTsv(join(import.meta.dirname, 'sets/world.tsv'), [
  'kind',
  'text',
]) as unknown as readonly WorldPlace[]

/** Towns and countries far from all regions, as the last part of an address. */
const farTowns: readonly string[] = [
  'Manchester',
  'Göttingen',
  'Zaragoza',
  'Bologna',
  'Gdańsk',
  'Minneapolis',
  'Winnipeg',
  'Wolfsburg',
  'Clermont-Ferrand',
  'Rotterdam',
  'Debrecen',
  'Bergen',
  'Utrecht',
  'Graz',
  'Innsbruck',
  'Salamanca',
  'Perugia',
  'Aarhus',
  'Brno',
  'Cluj-Napoca',
  'Osaka',
  'Montréal',
  '80331 München',
  '69002 Lyon',
  'London SW1A 2AA',
  'Chicago, IL',
  'Deutschland',
  'Canada',
]

/** Towns that no list of larger towns has. */
const smallTowns: readonly string[] = [
  'Nurmijärvi',
  'Schwangau',
  'Oberwesel',
  'Gordes',
  'Cadaqués',
  'Alberobello',
  'Giethoorn',
  'Smögen',
  'Kuressaare',
  'Trakai',
  'Kazimierz Dolny',
  'Szentendre',
  'Bansko',
  'Triesenberg',
  'Beausoleil',
  'Ermesinde',
  'Pasila',
  'Tapiola',
  'Hallstatt',
  'Bled',
  'Sintra Velha',
  'Zuoz',
  'Bakewell',
  'Kinsale',
  'Portree',
  'Woodstock Falls',
  'Karpacz',
  'Lloret de Vistalegre',
]

/** Makers and families, of which a map has few. */
const shortNames: readonly string[] = [
  'Smith',
  'Jones',
  'Meier',
  'Lopez',
  'Novak',
  'Nagy',
  'Popov',
  'Kumar',
  'Chen',
  'Yilmaz',
  'Sony',
  'Ford',
  'Nokia',
  'Lego',
  'Canon',
  'Casio',
  'Fiat',
  'Dacia',
  'Bosch',
  'Miele',
  'Braun',
  'Prada',
  'Gucci',
  'Fanta',
  'Pepsi',
  'Nestle',
  'Knorr',
  'Oreo',
  'Kodak',
  'Xerox',
  'Intel',
]

/** People who state a town mostly write a comma. */
const commaShare = 0.7

/** Those of which no object of the map has the name or a word of it. */
export function farTownsOf(extract: MapExtract): string[] {
  return notOnMap(farTowns, extract)
}

/** The same of small towns. */
export function smallTownsOf(extract: MapExtract): string[] {
  return notOnMap(smallTowns, extract)
}

/** The same of names of makers and families. */
export function shortNamesOf(extract: MapExtract): string[] {
  return notOnMap(shortNames, extract)
}

function notOnMap(towns: readonly string[], { nodes, ways, relations }: MapExtract): string[] {
  const words = new Set<string>()
  const objects = [nodes, ways, relations]
  for (const object of objects.flatMap((map): { tags?: object }[] => [...map.values()])) {
    for (const [key, value] of Object.entries(object.tags ?? {})) {
      if (!/name|^addr:|^is_in|operator|destination/.test(key)) continue
      for (const word of plain(String(value)).split(' ')) words.add(word)
    }
  }
  return towns.filter(
    (town) =>
      !plain(town)
        .split(' ')
        .some((word) => words.has(word)),
  )
}

/** The text with a far town behind it, mostly after a comma. */
export function withFarTown(text: string, towns: readonly string[], chance: () => number): string {
  const separator = chance() < commaShare ? ', ' : ' '
  return `${text}${separator}${towns[Math.floor(chance() * towns.length)]}`
}
