import { describe, expect, test } from 'vitest'
import { gathered, OsmDrawing } from './osm-file.ts'

const admin = (level: number, name: string, more = {}) => ({
  type: 'boundary',
  boundary: 'administrative',
  admin_level: String(level),
  name,
  ...more,
})

/** Draws a fictional country in the ocean: two regions side by side, a municipality in the western one. */
function archipelago(): OsmDrawing {
  const drawing = new OsmDrawing(46, -30)
  const south = [drawing.node(0, 0), drawing.node(10_000, 0), drawing.node(20_000, 0)] as const
  const north = [drawing.node(0, 9_000), drawing.node(10_000, 9_000), drawing.node(20_000, 9_000)]
  const west = drawing.way([south[1], south[0], north[0]!, north[1]!])
  const east = drawing.way([north[1]!, north[2]!, south[2], south[1]])
  const middle = drawing.way([north[1]!, south[1]])
  const codes = { 'ISO3166-1:alpha2': 'XI', 'ISO3166-1:alpha3': 'XIA' }
  drawing.relation(
    [
      ['way', east, 'outer'],
      ['way', west, 'outer'],
    ],
    admin(2, 'Islia', codes),
  )
  drawing.relation(
    [
      ['way', middle, 'outer'],
      ['way', west, 'outer'],
    ],
    admin(4, 'West Islia'),
  )
  drawing.relation(
    [
      ['way', east, 'outer'],
      ['way', middle, 'outer'],
    ],
    admin(4, 'East Islia'),
  )
  const center = drawing.node(2_000, 2_500, {
    place: 'town',
    name: 'Talbach',
    'name:fr': 'Ruisseau',
    population: '4 200',
  })
  const town = drawing.box(1_000, 1_000, 6_000, 6_000)
  drawing.relation(
    [
      ['way', town, 'outer'],
      ['node', center, 'admin_centre'],
    ],
    admin(8, 'Talbach', { 'name:de': 'Talbach am See', wikidata: 'Q1' }),
  )
  drawing.node(5_200, 5_200, { place: 'village', name: 'Oberdorf' })
  drawing.node(12_000, 5_000, { place: 'village', name: 'Eastby' })
  return drawing
}

/** Draws an area whose place node, matched by name, has another name, which an address states. */
function castleTown(): OsmDrawing {
  const drawing = archipelago()
  const outline = drawing.box(11_000, 1_000, 16_000, 6_000)
  drawing.relation([['way', outline, 'outer']], admin(8, 'Burg'))
  drawing.node(13_000, 3_000, { place: 'town', name: 'Burg', alt_name: 'Altburg' })
  drawing.node(13_100, 3_000, { 'addr:place': 'Altburg', 'addr:housenumber': '5' })
  return drawing
}

describe('areas', () => {
  test('are found by all names of the node that is merged into them', async () => {
    const { named, numbersOf, ofType } = await gathered(castleTown())
    expect(numbersOf(named('Burg'))).toEqual(['5'])
    expect(ofType('street')).toEqual([])
  })

  test('come first, from wide to narrow', async () => {
    const drawing = archipelago()
    drawing.node(1, 1, { amenity: 'bench' })
    const { all } = await gathered(drawing)
    expect(all.map(({ type }) => type)).toEqual([
      'country',
      'region',
      'region',
      'locality',
      'locality',
      'locality',
      'venue',
    ])
  })

  test("are merged with the settlement's node, and keep the shape of their border", async () => {
    const { named } = await gathered(archipelago())
    const town = named('Talbach')
    expect(town).toMatchObject({
      type: 'locality',
      population: 4200,
      countryCode: 'XIA',
      names: { fr: 'Ruisseau', de: 'Talbach am See' },
    })
    const { lat, lon } = archipelago().at(2_000, 2_500)
    expect(town.lat).toBeCloseTo(lat, 6)
    expect(town.lon).toBeCloseTo(lon, 6)
    expect(town.shape?.[0]?.[0]).toHaveLength(5)
  })

  test('are contained in others by their shapes', async () => {
    const { named, parentsOf } = await gathered(archipelago())
    expect(parentsOf(named('Talbach'))).toEqual(['West Islia', 'Islia'])
    expect(parentsOf(named('Eastby'))).toEqual(['East Islia', 'Islia'])
    expect(parentsOf(named('Oberdorf'))).toEqual(['Talbach', 'West Islia', 'Islia'])
  })

  test('have their mapped codes outside all known countries', async () => {
    const { named } = await gathered(archipelago())
    expect(named('Islia')).toMatchObject({ type: 'country', aliases: ['XI', 'XIA'] })
    expect(named('East Islia').countryCode).toBe('XIA')
  })

  test('do not contain places in their holes', async () => {
    const drawing = archipelago()
    const outer = drawing.box(11_000, 1_000, 19_000, 8_000)
    const inner = drawing.box(14_000, 3_000, 16_000, 5_000)
    // The role is wrong; the geometry decides.
    drawing.relation(
      [
        ['way', outer, 'outer'],
        ['way', inner, 'outer'],
      ],
      admin(8, 'Ringham'),
    )
    drawing.node(15_000, 4_000, { amenity: 'cafe', name: 'Inside' })
    drawing.node(18_000, 4_000, { amenity: 'cafe', name: 'Around' })
    const { named, parentsOf } = await gathered(drawing)
    expect(parentsOf(named('Inside'))).not.toContain('Ringham')
    expect(parentsOf(named('Around'))).toEqual(['Ringham', 'East Islia', 'Islia'])
    expect(named('Ringham').shape).toMatchObject([{ length: 2 }])
  })

  test('appear once when they are mapped as a place and as a boundary', async () => {
    const drawing = archipelago()
    const [outline, second] = [
      drawing.box(12_000, 1e3, 14e3, 3e3),
      drawing.box(12_010, 1e3, 14e3, 3e3),
    ]
    drawing.relation([['way', outline, 'outer']], admin(10, 'Altstadt'))
    drawing.relation([['way', second, 'outer']], {
      type: 'multipolygon',
      place: 'suburb',
      name: 'Altstadt',
      'name:en': 'Old Town',
    })
    drawing.node(13_000, 2_000, { place: 'suburb', name: 'Altstadt', population: '100' })
    const { named } = await gathered(drawing)
    expect(named('Altstadt')).toMatchObject({ names: { en: 'Old Town' }, population: 100 })
  })
})

describe('areas at the edge of an extract', () => {
  const cut = () => {
    const drawing = new OsmDrawing(60.17, 24.94)
    const missing = 999_999
    const border = drawing.way([
      [0, 0],
      [3_000, 0],
    ])
    return { drawing, missing, border }
  }

  test('remain places without a shape, with a warning', async () => {
    const { drawing, missing, border } = cut()
    const center = drawing.node(1_000, 1_000, { place: 'city', name: 'Testinki' })
    drawing.relation(
      [
        ['way', border, 'outer'],
        ['way', missing, 'outer'],
        ['node', center, 'admin_centre'],
      ],
      admin(8, 'Testinki'),
      1,
    )
    drawing.node(1_500, 1_500, { amenity: 'cafe', name: 'Kahvi' })
    const warnings: string[] = []
    const { named, parentsOf } = await gathered(drawing, { onWarning: (w) => warnings.push(w) })
    expect(named('Testinki')).toMatchObject({ type: 'locality', id: 'osm:relation/1' })
    expect(named('Testinki').shape).toBeUndefined()
    expect(parentsOf(named('Kahvi'))).toEqual(['Testinki', 'Suomi'])
    expect(warnings).toEqual([expect.stringMatching(/^1 administrative area is cut off/)])
  })

  test('are left out when the extract contains only their border', async () => {
    const { drawing, missing, border } = cut()
    drawing.relation(
      [
        ['way', border, 'outer'],
        ['way', missing, 'outer'],
      ],
      admin(8, 'Naapuri'),
    )
    drawing.node(0, 0, { amenity: 'cafe', name: 'Kahvi' })
    const { all } = await gathered(drawing)
    expect(all.map(({ name }) => name)).toEqual(['Suomi', 'Kahvi'])
  })

  test('are contained in areas that list them as subareas', async () => {
    const { drawing, missing, border } = cut()
    const center = drawing.node(1_000, 1_000, { place: 'city', name: 'Testinki' })
    const outline: ['way', number, string][] = [
      ['way', border, 'outer'],
      ['way', missing, 'outer'],
    ]
    drawing.relation([...outline, ['node', center, 'admin_centre']], admin(8, 'Testinki'), 11)
    // Addresses do not use the level between.
    drawing.relation([...outline, ['relation', 11, 'subarea']], admin(9, 'Suurpiiri'), 12)
    drawing.relation([...outline, ['relation', 12, 'subarea']], admin(6, 'Testimaa'), 13)
    const { named, parentsOf, all } = await gathered(drawing)
    expect(parentsOf(named('Testinki'))).toEqual(['Testimaa', 'Suomi'])
    expect(all.some(({ name }) => name === 'Suurpiiri')).toBe(false)
  })
})

describe('places without shapes', () => {
  test('belong to the settlement that is nearest relative to its radius', async () => {
    const drawing = new OsmDrawing(47.5, 19.1)
    drawing.node(0, 0, { place: 'town', name: 'Town' })
    drawing.node(3_000, 0, { place: 'hamlet', name: 'Hamlet' })
    const names: [number, string][] = [
      [2_800, 'at the hamlet'],
      [1_900, 'between'],
      [5_900, 'far'],
      [9_000, 'outside'],
    ]
    for (const [x, name] of names) drawing.node(x, 0, { amenity: 'cafe', name })
    const { named, parentsOf } = await gathered(drawing)
    const locality = (name: string) => parentsOf(named(name))[0]
    expect(locality('at the hamlet')).toBe('Hamlet')
    expect(locality('between')).toBe('Town')
    expect(locality('far')).toBe('Town')
    expect(locality('outside')).toBe('Magyarország')
  })

  test('belong to the city in their address only when it is near', async () => {
    const drawing = new OsmDrawing(47.5, 19.1)
    drawing.node(0, 0, { place: 'village', name: 'Near' })
    drawing.node(4_000, 0, { place: 'village', name: 'Stated' })
    drawing.node(200, 0, { amenity: 'cafe', name: 'A', 'addr:city': 'stated' })
    drawing.node(200, 50, { amenity: 'cafe', name: 'B', 'addr:city': 'Nowhere' })
    const { named, parentsOf } = await gathered(drawing)
    expect(parentsOf(named('A'))[0]).toBe('Stated')
    expect(parentsOf(named('B'))[0]).toBe('Near')
  })

  test('belong to a suburb only when it is in the same town', async () => {
    const drawing = new OsmDrawing(47.5, 19.1)
    drawing.node(0, 0, { place: 'town', name: 'One' })
    drawing.node(12_000, 0, { place: 'town', name: 'Other' })
    drawing.node(6_500, 0, { place: 'suburb', name: 'Otherside' })
    drawing.node(5_500, 0, { amenity: 'cafe', name: 'of one' })
    drawing.node(6_800, 0, { amenity: 'cafe', name: 'of the other' })
    const { named, parentsOf } = await gathered(drawing)
    expect(parentsOf(named('of one'))).toEqual(['One', 'Magyarország'])
    expect(parentsOf(named('of the other'))).toEqual(['Otherside', 'Other', 'Magyarország'])
  })
})
