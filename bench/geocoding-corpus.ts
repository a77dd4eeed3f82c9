import type { IndexedPlace, PlaceType, SourcePlace } from '#places/gazetteer'
import { buildTerms } from '#places/gazetteer'
import { seeded } from '../test/fixtures/random.ts'

/** Counts and shares in the generated country, similar to a real one. */
const regionCount = 20
const townShare = 0.02
const venueShare = 0.2
/** One street in this many has houses. */
const streetsPerNumbered = 20
const housesPerStreet = 24
const wordCount = 60_000

const streetTypes = ['Rue', 'Avenue', 'Boulevard', 'Place', 'Chemin', 'Allée', 'Impasse', 'Quai']
const venueKinds = [
  ['Hotel', 'hotel'],
  ['Café', 'cafe'],
  ['Restaurant', 'restaurant'],
  ['Pharmacie', 'pharmacy'],
  ['École', 'school'],
  ['Musée', 'museum'],
] as const

const box = { south: 42, north: 50, west: -4, east: 8 }

/**
 * Generates the places of an invented country: regions, towns, streets and venues. Words consist of syllables. Their
 * frequency, the size of towns and importance follow Zipf's law. The result depends only on the count.
 */
export function* generateCountry(count: number): Generator<IndexedPlace> {
  const chance = seeded(2_024)
  const words = makeVocabulary(chance)
  const word = () => words[drawZipf(chance, words.length)]!
  const areas = new Map<string, SourcePlace>()
  const indexed = (place: SourcePlace): IndexedPlace => ({
    place,
    terms: buildTerms(
      place,
      place.parents.map((id) => areas.get(id)!),
    ),
  })
  let id = 1
  const make = (type: PlaceType, name: string, rest: Partial<SourcePlace>): SourcePlace => ({
    id: `osm:node/${id++}`,
    type,
    name,
    names: {},
    aliases: [],
    lat: round(box.south + chance() * (box.north - box.south)),
    lon: round(box.west + chance() * (box.east - box.west)),
    importance: 0.1,
    categories: [],
    countryCode: 'FRA',
    parents: [],
    ...rest,
  })

  const country = make('country', 'France', { importance: 1 })
  areas.set(country.id, country)
  yield indexed(country)
  const regions = Array.from({ length: regionCount }, () =>
    make('region', startWithCapital(word()), { importance: 0.8, parents: [country.id] }),
  )
  for (const region of regions) {
    areas.set(region.id, region)
    yield indexed(region)
  }
  const towns: SourcePlace[] = []
  for (let i = 0; i < count * townShare; i++) {
    const name =
      chance() < 0.3
        ? `${startWithCapital(word())}-sur-${startWithCapital(word())}`
        : startWithCapital(word())
    const region = regions[i % regionCount]!
    const town = make('locality', name, {
      importance: 0.25 + 0.5 / (1 + Math.log2(1 + i)),
      postcode: String(10_000 + (i % 85_000)),
      parents: [region.id, country.id],
    })
    areas.set(town.id, town)
    towns.push(town)
    yield indexed(town)
  }
  for (let made = regionCount + 1 + towns.length; made < count; made++) {
    const town = towns[drawZipf(chance, towns.length)]!
    const near = {
      lat: round(town.lat + (chance() - 0.5) * 0.05),
      lon: round(town.lon + (chance() - 0.5) * 0.07),
      parents: [town.id, ...town.parents],
      ...(town.postcode && { postcode: town.postcode }),
    }
    if (chance() < venueShare) {
      const [kind, category] = venueKinds[Math.floor(chance() * venueKinds.length)]!
      const importance = 0.05 + 0.2 * chance() ** 8
      yield indexed(
        make('venue', `${kind} ${startWithCapital(word())}`, {
          ...near,
          importance,
          categories: [category],
        }),
      )
    } else yield indexed(makeStreet(make, near, { chance, word, made }))
  }
}

function makeStreet(
  make: (type: PlaceType, name: string, rest: Partial<SourcePlace>) => SourcePlace,
  near: Pick<SourcePlace, 'lat' | 'lon' | 'parents'>,
  { chance, word, made }: { chance: () => number; word: () => string; made: number },
): SourcePlace {
  const kind = streetTypes[Math.floor(chance() * streetTypes.length)]!
  const name = `${kind}${chance() < 0.4 ? ' de' : ''} ${startWithCapital(word())}${chance() < 0.3 ? ` ${startWithCapital(word())}` : ''}`
  const { lat, lon } = near
  const [north, east] = [(chance() - 0.5) * 0.004, (chance() - 0.5) * 0.006]
  const along = (share: number) => ({
    lat: round(lat + north * share),
    lon: round(lon + east * share),
  })
  const houses =
    made % streetsPerNumbered === 0
      ? Array.from({ length: housesPerStreet }, (_, i) => ({
          id: `osm:node/${9_000_000_000 + made * 100 + i}`,
          number: String(i + 1),
          ...along(i / housesPerStreet),
        }))
      : undefined
  return make('street', name, {
    ...near,
    importance: 0.1 + 0.1 * chance() ** 4,
    lines: [[along(0), along(0.5), along(1)]],
    ...(houses && { houses }),
  })
}

/** Draws a number from 0 to count - 1; the n-th is about n times as rare as the first. */
function drawZipf(chance: () => number, count: number): number {
  return Math.min(count - 1, Math.floor((count + 1) ** chance()) - 1)
}

function makeVocabulary(chance: () => number): string[] {
  const pick = (list: string) => list.split(' ')[Math.floor(chance() * list.split(' ').length)]!
  const words = new Set<string>()
  while (words.size < wordCount) {
    const syllables = 2 + Math.floor(chance() * 3)
    let word = ''
    for (let i = 0; i < syllables; i++) {
      word += pick('b c ch d f g gr j l m n p pl qu r s t tr v br') + pick('a e i o u ou ai é eau')
    }
    words.add(word + pick('l n r s t x nt rd lle ne'))
  }
  return [...words]
}

function startWithCapital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
