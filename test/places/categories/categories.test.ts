import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  categoryLanguages,
  findCategoriesByName,
  findCategoriesByPrefix,
  findCategoriesByTags,
  findCategoryName,
  findNameLanguages,
  hasCategory,
  listCategories,
  listFoldedNames,
} from '#places/categories'
import { fold } from '#places/text'

const ids = listCategories().map(({ id }) => id)

describe('the table of categories', () => {
  test('has singulars and plurals in all eight languages', () => {
    for (const { id, names } of listCategories()) {
      for (const language of categoryLanguages) {
        const list = names[language]
        expect(new Set(list).size, `${id} in ${language}`).toBe(list.length)
        expect(list.join(), `${id} in ${language}`).not.toMatch(/[+/]/)
      }
    }
  })

  /** Categories without tags in the map yet: `lib/places/categories/README.md` says why. */
  const withoutTags = ['vegetarian']

  test('contains either tags or members for each category, and members are categories', () => {
    for (const { id, tags, members } of listCategories()) {
      expect(tags.length === 0, id).toBe(members.length > 0 || withoutTags.includes(id))
      for (const member of members) expect(ids).toContain(member)
    }
  })

  test('leads from every name back to its category', () => {
    for (const { id, members, names } of listCategories()) {
      for (const name of Object.values(names).flat()) {
        expect(findCategoriesByName(name), name).toEqual(
          expect.arrayContaining(members.length > 0 ? [...members] : [id]),
        )
      }
    }
  })

  test('puts an object with the tags of a rule into its category', () => {
    for (const { id, tags } of listCategories()) {
      for (const rule of tags) {
        const object = Object.fromEntries(
          rule.map(([key, value]) => [key, value === '*' ? 'something' : value]),
        )
        expect(findCategoriesByTags(object), `${id}: ${JSON.stringify(rule)}`).toContain(id)
      }
    }
  })
})

describe('a phrase', () => {
  test.each([
    ['pharmacy', 'pharmacies', 'Apotheken', 'farmàcies', 'farmacie', 'apotheek', 'PHARMACIE'],
    ['supermarket', 'supermarkets', 'supermarchés', 'Supermärkte', 'supermercats', 'supermercado'],
    ['train_station', 'gare', 'Bahnhöfe', 'stazioni', 'treinstation', 'train station'],
    ['alpine_hut', 'mountain huts', 'refugis', 'rifugi', 'Berghütten'],
    ['atm', 'ATMs', 'Geldautomat', 'caixer automàtic', 'bancomat', 'cash machine'],
    ['viewpoint', 'miradors', 'point de vue', 'Aussichtspunkte', 'uitkijkpunt'],
    ['cafe', 'coffee shops', 'cafés', 'Kaffeehäuser', 'cafeteries'],
    ['church', 'églises', 'Kirchen', 'esglésies', 'chiese', 'churches'],
  ])('names the category %s', (id, ...phrases) => {
    for (const phrase of phrases) expect(findCategoriesByName(phrase), phrase).toContain(id)
  })

  test('names several categories when it is wide', () => {
    expect(findCategoriesByName('food')).toEqual(
      expect.arrayContaining(['restaurant', 'cafe', 'fast_food']),
    )
    expect(findCategoriesByName('Unterkünfte')).toEqual(expect.arrayContaining(['hotel', 'hostel']))
  })

  test('means a bank, not a bench', () => {
    for (const phrase of ['bank', 'Banken', 'banco', 'banc', 'banque']) {
      expect(findCategoriesByName(phrase)).toEqual(['bank'])
    }
  })

  test('names no category when it is unknown', () => {
    for (const phrase of ['', 'xyzzy', 'pharmacy andorra', 'constructor', '__proto__']) {
      expect(findCategoriesByName(phrase)).toEqual([])
    }
  })

  test('names only known categories, whatever its text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (phrase) => {
        for (const id of findCategoriesByName(phrase)) expect(ids).toContain(id)
      }),
    )
  })
})

describe('a folded name', () => {
  const languagesByName = new Map<string, Set<string>>()
  for (const { names } of listCategories()) {
    for (const language of categoryLanguages) {
      for (const name of names[language].map(fold)) {
        const languages = languagesByName.get(name) ?? new Set()
        languagesByName.set(name, languages.add(language))
      }
    }
  }

  test('returns the languages of all categories with that name', () => {
    for (const [name, languages] of languagesByName) {
      expect(findNameLanguages(name).toSorted(), name).toEqual([...languages].toSorted())
    }
    for (const text of ['', 'xyzzy', 'constructor']) expect(findNameLanguages(text)).toEqual([])
  })

  test('is listed once', () => {
    expect(listFoldedNames().toSorted()).toEqual([...languagesByName.keys()].toSorted())
  })
})

describe('tags of an object', () => {
  test.each([
    [
      'several values of one key',
      { amenity: 'restaurant', cuisine: 'pizza;kebab' },
      ['restaurant', 'pizza', 'kebab'],
    ],
    [
      'a church by its religion',
      { amenity: 'place_of_worship', religion: 'christian' },
      ['place_of_worship', 'church'],
    ],
    ['a shop of any kind', { shop: 'bakery' }, ['bakery', 'shop']],
    ['a shop of no known kind', { shop: 'fireplace' }, ['shop']],
    ['no empty shop', { shop: 'vacant' }, []],
    ['no metro for the railway', { railway: 'station', station: 'subway' }, ['subway_station']],
    ['a railway station', { railway: 'station' }, ['train_station']],
    ['no private parking', { amenity: 'parking', access: 'private' }, []],
    ['public parking', { amenity: 'parking', access: 'customers' }, ['parking']],
    ['no bus shelter', { amenity: 'shelter', shelter_type: 'public_transport' }, []],
    ['a forest with a name', { landuse: 'forest', name: 'La Rabassa' }, ['forest']],
    ['no forest without one', { landuse: 'forest' }, []],
    ['a bench', { amenity: 'bench' }, ['bench']],
    ['no crossing', { highway: 'crossing', name: 'X' }, []],
    ['no ordinary house', { building: 'yes', name: 'Casa Rosa' }, []],
  ])('lead to the right categories: %s', (_, tags, expected) => {
    expect(findCategoriesByTags(tags as Record<string, string>)).toEqual(expected)
    expect(hasCategory(tags as Record<string, string>)).toBe(expected.length > 0)
  })

  test('lead only to known categories, whatever they are', () => {
    const tags = fc.dictionary(
      fc.constantFrom('amenity', 'shop', 'name', 'access', 'toString'),
      fc.string(),
    )
    fc.assert(
      fc.property(tags, (tags) => {
        for (const id of findCategoriesByTags(tags)) expect(ids).toContain(id)
        expect(hasCategory(tags)).toBe(findCategoriesByTags(tags).length > 0)
      }),
    )
  })
})

test('names a category in the requested language, otherwise in English', () => {
  expect(findCategoryName('pharmacy', 'de-AT')).toBe('Apotheke')
  expect(findCategoryName('pharmacy', 'ca')).toBe('farmàcia')
  expect(findCategoryName('pharmacy', 'ja')).toBe('pharmacy')
  expect(findCategoryName('unheard_of', 'en')).toBe('unheard_of')
})

describe('the beginning of a category name', () => {
  test('finds all categories with such a name, like a scan of all names', () => {
    const names = listCategories().flatMap(({ id, members, names }) =>
      [id.replaceAll('_', ' '), ...Object.values(names).flat()].map((name) => ({
        name: fold(name),
        ids: members.length > 0 ? members : [id],
      })),
    )
    const beginnings = new Set(names.flatMap(({ name }) => [name.slice(0, 3), name.slice(0, 6)]))
    for (const text of beginnings) {
      const found = names.filter(({ name }) => name.startsWith(text))
      const roots = found.filter(
        ({ name }) => !found.some((other) => name.startsWith(`${other.name} `)),
      )
      const expected = new Set(roots.flatMap(({ ids }) => ids))
      expect(findCategoriesByPrefix(text).toSorted(), text).toEqual([...expected].toSorted())
    }
  })

  test('does not find categories whose name continues the name of another', () => {
    expect(findCategoriesByPrefix('restaurant')).toEqual(['restaurant'])
    expect(findCategoriesByPrefix('pharm')).toEqual(['pharmacy'])
    expect(findCategoriesByPrefix('xyzzy')).toEqual([])
  })
})
