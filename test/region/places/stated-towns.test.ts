import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourcePlace } from '#places/gazetteer'
import { runs } from '../../setup/suite.ts'
import { gathered, OsmDrawing } from './osm-file.ts'

type Gathered = Awaited<ReturnType<typeof gathered>>

const way = (name: string) => ({ highway: 'residential', name })

/** Draws a street from west to east with a house every 20 m, each with its own tags. */
function street(
  drawing: OsmDrawing,
  name: string,
  [x, y]: readonly [number, number],
  houses: readonly Record<string, string>[],
): void {
  drawing.way([drawing.node(x, y), drawing.node(x + 20 * houses.length + 20, y)], way(name))
  for (const [i, tags] of houses.entries())
    drawing.node(x + 20 * i + 10, y + 10, {
      'addr:street': name,
      'addr:housenumber': String(i + 1),
      ...tags,
    })
}

const stating = (count: number, tags: Record<string, string>) =>
  Array.from({ length: count }, () => tags)

function nameOf({ all }: Gathered, id: string | undefined): string | undefined {
  return all.find((place) => place.id === id)?.name
}

const otherAreasOf = (places: Gathered, place: SourcePlace) =>
  (place.otherAreas ?? []).map((id) => nameOf(places, id))

/** Returns the town on the label of each house. */
function townsOf(places: Gathered, place: SourcePlace): (string | undefined)[] {
  const own = places.parentsOf(place)[0]
  return (place.houses ?? []).map(({ townIndex }) =>
    townIndex === undefined ? own : nameOf(places, place.otherAreas![townIndex]),
  )
}

describe('a town that only addresses state', () => {
  test('is a locality in their midst, and the parent of streets, venues and named houses', async () => {
    const drawing = new OsmDrawing()
    street(drawing, 'Weg', [0, 0], stating(4, { 'addr:city': 'Nirgendwil' }))
    drawing.way([drawing.node(0, 200), drawing.node(100, 200)], way('Gasse'))
    drawing.node(50, 60, { shop: 'bakery', name: 'Brot' })
    drawing.node(50, 90, { 'addr:housename': 'Haus am Bach', 'addr:city': 'Nirgendwil' })
    const places = await gathered(drawing)
    const town = places.named('Nirgendwil')
    expect(town).toMatchObject({ type: 'locality', countryCode: 'CHE' })
    for (const name of ['Weg', 'Gasse', 'Brot', 'Haus am Bach'])
      expect(places.parentsOf(places.named(name))[0]).toBe('Nirgendwil')
  })

  test('is less important than a mapped village, and more important with more addresses', async () => {
    const drawing = new OsmDrawing()
    drawing.node(30_000, 0, { place: 'village', name: 'Dorf' })
    street(drawing, 'Weg', [0, 0], stating(30, { 'addr:city': 'Vielwil' }))
    street(drawing, 'Gasse', [0, 500], stating(3, { 'addr:city': 'Wenigwil' }))
    const { named } = await gathered(drawing)
    const [village, many, few] = ['Dorf', 'Vielwil', 'Wenigwil'].map((name) => named(name))
    expect(village!.importance).toBeGreaterThan(many!.importance)
    expect(many!.importance).toBeGreaterThan(few!.importance)
  })

  test('is a separate place for each of two distant groups of addresses', async () => {
    const drawing = new OsmDrawing()
    for (const x of [0, 60_000])
      street(drawing, 'Weg', [x, 0], stating(4, { 'addr:city': 'Doppelwil' }))
    const { all, ofType, parentsOf } = await gathered(drawing)
    const towns = all.filter(({ name }) => name === 'Doppelwil')
    expect(towns.map(({ id }) => id).sort()).toEqual([
      'stated:CHE:locality:doppelwil:46.5:7.5',
      'stated:CHE:locality:doppelwil:46.5:8.3',
    ])
    expect(new Set(ofType('street').map(({ parents }) => parents[0])).size).toBe(2)
    expect(ofType('street').map(parentsOf)).toEqual([
      ['Doppelwil', 'Schweiz'],
      ['Doppelwil', 'Schweiz'],
    ])
  })

  test('keeps its id when its namesake elsewhere receives more addresses', async () => {
    const idsWith = async (houses: number) => {
      const drawing = new OsmDrawing()
      street(drawing, 'Weg', [0, 0], stating(4, { 'addr:city': 'Doppelwil' }))
      street(drawing, 'Gasse', [60_000, 0], stating(houses, { 'addr:city': 'Doppelwil' }))
      const { named } = await gathered(drawing)
      return [named('Weg').parents[0], named('Gasse').parents[0]]
    }
    expect(await idsWith(9)).toEqual(await idsWith(2))
  })

  test('is the parent of a quarter that only addresses state', async () => {
    const drawing = new OsmDrawing()
    const tags = { 'addr:city': 'Nirgendwil', 'addr:suburb': 'Oberdorf' }
    street(drawing, 'Weg', [0, 0], stating(4, tags))
    const { named, parentsOf } = await gathered(drawing)
    expect(parentsOf(named('Oberdorf'))).toEqual(['Nirgendwil', 'Schweiz'])
  })

  test('is one town across the antimeridian', async () => {
    const drawing = new OsmDrawing(-16.8, 179.995)
    // The second group is 0.01 degrees farther east, at 179.995 west.
    for (const x of [0, -359.99 * 111_195 * Math.cos((16.8 * Math.PI) / 180)])
      for (const number of [1, 2, 3])
        drawing.node(x, 10 * number, { 'addr:housenumber': `${number}`, 'addr:city': 'Naseva' })
    const { all } = await gathered(drawing)
    expect(all.filter(({ name }) => name === 'Naseva')).toHaveLength(1)
  })

  test('counts the houses of an interpolation way as one address', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { place: 'village', name: 'Dorf' })
    const [first, last] = [1, 41].map((number) =>
      drawing.node(10 * number, 10, { 'addr:housenumber': `${number}` }),
    )
    const way = { 'addr:interpolation': 'odd', 'addr:street': 'Weg', 'addr:city': 'Einödhof' }
    drawing.way([first!, last!], way)
    drawing.way([drawing.node(0, 0), drawing.node(500, 0)], { highway: 'residential', name: 'Weg' })
    const places = await gathered(drawing)
    expect(places.named('Einödhof').importance).toBe(0.1)
    expect(places.parentsOf(places.named('Weg'))[0]).toBe('Dorf')
  })

  test('is a quarter, county or region depending on the key that states it', async () => {
    const drawing = new OsmDrawing()
    const tags = {
      'addr:city': 'Stadt',
      'addr:suburb': 'Oberstadt',
      'addr:county': 'Kreis Süd',
      'addr:state': 'Südland',
    }
    street(drawing, 'Weg', [0, 0], stating(4, tags))
    const { named, parentsOf } = await gathered(drawing)
    expect(parentsOf(named('Weg'))).toEqual([
      'Oberstadt',
      'Stadt',
      'Kreis Süd',
      'Südland',
      'Schweiz',
    ])
  })

  test('finds its addresses when they are few, but is not on their labels', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { place: 'village', name: 'Dorf' })
    street(drawing, 'Weg', [0, 0], [...stating(2, { 'addr:city': 'Einödhof' }), {}])
    const places = await gathered(drawing)
    const weg = places.named('Weg')
    expect(places.parentsOf(weg)[0]).toBe('Dorf')
    expect(otherAreasOf(places, weg)).toEqual(['Einödhof'])
  })

  test('is on the label of its single address where no other town is known', async () => {
    const drawing = new OsmDrawing()
    street(drawing, 'Weg', [0, 0], [{ 'addr:city': 'Einödhof' }])
    const { named, parentsOf } = await gathered(drawing)
    expect(parentsOf(named('Weg'))).toEqual(['Einödhof', 'Schweiz'])
  })

  test('keeps the number of its district, which is not a postcode', async () => {
    const drawing = new OsmDrawing()
    for (const number of [3, 38])
      drawing.node(0, 900 * number, { place: 'suburb', name: `Sector ${number}` })
    street(
      drawing,
      'Weg',
      [0, 3000],
      [
        ...stating(4, { 'addr:suburb': 'Sector 15', 'addr:city': '38100 Nirgendwil' }),
        ...stating(2, { 'addr:suburb': 'Sector 3', 'addr:city': '38100 Nirgendwil' }),
      ],
    )
    const places = await gathered(drawing)
    const weg = places.all.find(({ name }) => name === 'Weg')!
    const names = [...weg.parents, ...(weg.otherAreas ?? [])].map((id) => nameOf(places, id))
    expect(names).toContain('Nirgendwil')
    expect(names).toContain('Sector 15')
    expect(names).toContain('Sector 3')
    expect(names).not.toContain('Sector')
  })

  test('is not a bus stop with its name', async () => {
    const drawing = new OsmDrawing()
    drawing.node(20, 5, { highway: 'bus_stop', name: 'Nirgendwil' })
    street(drawing, 'Weg', [0, 0], stating(4, { 'addr:city': 'Nirgendwil' }))
    const { all, named } = await gathered(drawing)
    const ofName = all.filter(({ name }) => name === 'Nirgendwil').map(({ type }) => type)
    expect(ofName.sort()).toEqual(['locality', 'venue'])
    expect(named('Weg').parents[0]).toBe('stated:CHE:locality:nirgendwil:46.5:7.5')
  })
})

describe('a stated name', () => {
  test.each([
    ['St. Peter', 'Sankt Peter'],
    ['Frankfurt (Main)', 'Frankfurt am Main'],
    ['AD500 Andorra la Vella', 'Andorra la Vella'],
    ['ESCALDES', 'Escaldes-Engordany'],
    ['Zurich', 'Zürich'],
    ['Duesseldorf', 'Düsseldorf'],
    ['Grenchenbarg', 'Grenchenberg'],
    ['Thun, BE', 'Thun'],
    ['8000 Zürich 1', 'Zürich'],
  ])('%s refers to the mapped %s nearby', async (stated, mapped) => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { place: 'town', name: mapped })
    drawing.node(300, 0, { place: 'hamlet', name: 'Weiler' })
    street(drawing, 'Weg', [300, 0], stating(4, { 'addr:city': stated }))
    const { all, named, parentsOf } = await gathered(drawing)
    expect(all.filter(({ id }) => id.startsWith('stated:'))).toEqual([])
    expect(parentsOf(named('Weg'))[0]).toBe(mapped)
  })

  test.each(['Schweiz', 'Switzerland', '12345', '-', 'x'])(
    '%s does not create a town',
    async (stated) => {
      const drawing = new OsmDrawing()
      street(drawing, 'Weg', [0, 0], stating(4, { 'addr:city': stated }))
      const { ids } = await gathered(drawing)
      expect(ids.filter((id) => id.startsWith('stated:'))).toEqual([])
    },
  )

  test.each(['Neudorf', 'Neustadt an der Aare', 'Weil'])(
    'refers to another town when it is %s, and not to a mapped town nearby',
    async (stated) => {
      const drawing = new OsmDrawing()
      drawing.node(0, 0, { place: 'town', name: 'Neuhof' })
      drawing.node(300, 0, { place: 'hamlet', name: 'Neustadt' })
      street(drawing, 'Weg', [300, 0], stating(6, { 'addr:city': stated }))
      const { named, parentsOf } = await gathered(drawing)
      expect(parentsOf(named('Weg'))[0]).toBe(stated)
    },
  )
})

describe('a mapped town with a stated name', () => {
  test('does not contain addresses across the border', async () => {
    // Laufenburg is two towns on the Rhine, which is the border.
    const drawing = new OsmDrawing(47.56, 8.061)
    drawing.node(0, 0, { place: 'town', name: 'Laufenburg' })
    drawing.node(0, 1_000, { place: 'town', name: 'Laufenburg (Baden)' })
    street(drawing, 'Weg', [0, 1_400], stating(4, { 'addr:city': 'Laufenburg' }))
    const { named, parentsOf } = await gathered(drawing)
    expect(parentsOf(named('Weg'))).toEqual(['Laufenburg (Baden)', 'Deutschland'])
  })

  test('contains addresses beyond its circle if the first of them are near it', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { place: 'city', name: 'Metropole' })
    for (let x = 0; x <= 32_000; x += 4_000)
      street(drawing, `Weg ${x}`, [x, 0], stating(4, { 'addr:city': 'Metropole' }))
    street(drawing, 'Fern', [80_000, 0], stating(4, { 'addr:city': 'Metropole' }))
    const { all, named } = await gathered(drawing)
    const towns = all.filter(({ name }) => name === 'Metropole').map(({ id }) => id)
    expect(towns).toHaveLength(2)
    for (const x of [4_000, 20_000, 32_000]) expect(named(`Weg ${x}`).parents[0]).toBe('osm:node/1')
    expect(named('Fern').parents[0]).toMatch(/^stated:/)
  })
})

describe('a place without a town', () => {
  test('is found by the towns that surrounding addresses state, without one on its label', async () => {
    const drawing = new OsmDrawing()
    street(drawing, 'Weg', [0, 0], stating(1, { 'addr:city': 'Nirgendwil' }))
    street(drawing, 'Gasse', [0, 2_000], stating(1, { 'addr:city': 'Fastwil' }))
    drawing.way([drawing.node(0, 3_500), drawing.node(100, 3_500)], way('Allee'))
    drawing.node(0, 3_500, { shop: 'bakery', name: 'Brot' })
    drawing.way([drawing.node(0, 6_500), drawing.node(100, 6_500)], way('Fern'))
    const places = await gathered(drawing)
    for (const name of ['Allee', 'Brot']) {
      expect(places.parentsOf(places.named(name))).toEqual(['Schweiz'])
      expect(otherAreasOf(places, places.named(name))).toEqual(['Fastwil', 'Nirgendwil'])
    }
    expect(otherAreasOf(places, places.named('Fern'))).toEqual([])
  })

  test('is found by the town near one of its ends, and so are its crossings there', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { place: 'hamlet', name: 'Weiler' })
    const crossing = drawing.node(2_500, 0)
    drawing.way([crossing, [6_000, 0], [14_000, 0]], way('Landstrasse'))
    drawing.way([crossing, [2_500, 300]], way('Weg'))
    const places = await gathered(drawing)
    expect(otherAreasOf(places, places.named('Landstrasse'))).toEqual(['Weiler'])
    expect(otherAreasOf(places, places.named('Landstrasse & Weg'))).toEqual(['Weiler'])
  })

  test('is not found by towns across the border', async () => {
    const drawing = new OsmDrawing(47.56, 8.061)
    drawing.node(0, -900, { place: 'hamlet', name: 'Schweizer Weiler' })
    drawing.way([drawing.node(0, 1_400), drawing.node(100, 1_400)], way('Weg'))
    const places = await gathered(drawing)
    expect(places.parentsOf(places.named('Weg'))).toEqual(['Deutschland'])
    expect(otherAreasOf(places, places.named('Weg'))).toEqual([])
  })

  test('is found by only the nearest of many towns', async () => {
    const drawing = new OsmDrawing()
    for (const [i, name] of ['Aa', 'Bb', 'Cc', 'Dd', 'Ee'].entries())
      drawing.node(2_000 + 300 * i, 0, { place: 'isolated_dwelling', name })
    drawing.way([drawing.node(0, 0), drawing.node(10, 0)], way('Weg'))
    const places = await gathered(drawing)
    expect(otherAreasOf(places, places.named('Weg'))).toEqual(['Aa', 'Bb', 'Cc'])
  })

  test('does not include a street within the boundary of a town', async () => {
    const drawing = new OsmDrawing()
    drawing.box(-1_000, -1_000, 1_000, 1_000, {
      boundary: 'administrative',
      admin_level: '8',
      name: 'Gemeinde',
    })
    drawing.node(1_500, 0, { place: 'village', name: 'Dorf' })
    drawing.way([drawing.node(-100, 0), drawing.node(100, 0)], way('Drinnen'))
    drawing.way([drawing.node(5_000, 0), drawing.node(5_100, 0)], way('Draussen'))
    const places = await gathered(drawing)
    expect(otherAreasOf(places, places.named('Drinnen'))).toEqual([])
    expect(otherAreasOf(places, places.named('Draussen'))).toEqual(['Dorf'])
  })
})

describe('the areas of a place', () => {
  test('belong to one country on a street with a house across the border', async () => {
    const drawing = new OsmDrawing(47.56, 8.061)
    drawing.way([drawing.node(0, -400), drawing.node(0, 100)], way('Rheinweg'))
    for (const [number, y] of [-300, 900].entries())
      drawing.node(10, y, { 'addr:street': 'Rheinweg', 'addr:housenumber': `${number}` })
    const places = await gathered(drawing)
    const countries = places.ofType('country').map(({ id }) => id)
    expect(countries).toHaveLength(2)
    for (const weg of places.ofType('street'))
      expect((weg.otherAreas ?? []).filter((id) => countries.includes(id))).toEqual([])
  })

  test('include the postal town on its label; the other surrounding areas find it', async () => {
    const drawing = new OsmDrawing()
    drawing.box(-3_000, -3_000, 3_000, 3_000, {
      boundary: 'administrative',
      admin_level: '8',
      name: 'Gemeinde',
    })
    drawing.node(0, 0, { place: 'village', name: 'Dorf' })
    drawing.node(900, 0, { place: 'suburb', name: 'Quartier' })
    street(drawing, 'Weg', [1_000, 0], stating(4, { 'addr:city': 'Poststadt' }))
    const places = await gathered(drawing)
    const weg = places.named('Weg')
    expect(places.parentsOf(weg)).toContain('Poststadt')
    const context = [...places.parentsOf(weg), ...otherAreasOf(places, weg)]
    expect(context).toEqual(expect.arrayContaining(['Gemeinde', 'Dorf', 'Quartier', 'Poststadt']))
  })

  test('are unchanged when it states the area that is on its label anyway', async () => {
    const drawing = new OsmDrawing()
    drawing.box(-3_000, -3_000, 3_000, 3_000, {
      boundary: 'administrative',
      admin_level: '8',
      name: 'Gemeinde',
    })
    drawing.node(0, 0, { place: 'village', name: 'Dorf' })
    drawing.node(10, 10, { shop: 'bakery', name: 'Brot' })
    drawing.node(10, 20, { shop: 'butcher', name: 'Wurst', 'addr:city': 'Dorf' })
    const places = await gathered(drawing)
    for (const venue of places.ofType('venue')) {
      expect(places.parentsOf(venue)[0]).toBe('Dorf')
      expect(otherAreasOf(places, venue)).toEqual(['Gemeinde'])
    }
  })

  test('include the town that most addresses with its postcode state', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { place: 'village', name: 'Dorf' })
    drawing.node(9_000, 0, { place: 'town', name: 'Stadt' })
    const postcode = { 'addr:postcode': '3000' }
    street(drawing, 'Gasse', [9_000, 0], stating(4, { 'addr:city': 'Stadt', ...postcode }))
    street(drawing, 'Weg', [0, 0], stating(2, postcode))
    const places = await gathered(drawing)
    const weg = places.named('Weg')
    expect(places.parentsOf(weg)[0]).toBe('Dorf')
    expect(otherAreasOf(places, weg)).toEqual(['Stadt'])
  })

  test('follow most houses of a street in two towns; the other houses keep their town', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { place: 'village', name: 'Osten' })
    drawing.node(500, 0, { place: 'village', name: 'Westen' })
    const houses = [
      ...stating(3, { 'addr:city': 'Osten' }),
      ...stating(5, { 'addr:city': 'Westen' }),
    ]
    street(drawing, 'Weg', [0, 0], [...houses, {}])
    const places = await gathered(drawing)
    const weg = places.named('Weg')
    expect(places.parentsOf(weg)[0]).toBe('Westen')
    expect(townsOf(places, weg)).toEqual([
      'Osten',
      'Osten',
      'Osten',
      'Westen',
      'Westen',
      'Westen',
      'Westen',
      'Westen',
      'Westen',
    ])
  })

  test('include, for each house, the town that its address states, for any towns', async () => {
    const names = ['Almwil', 'Bergdorf', 'Chalbrunn', 'Dürrenast']
    const house = fc.record({ town: fc.constantFrom(...names), postcode: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(house, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        fc.subarray(names),
        async (streets, mapped) => {
          const drawing = new OsmDrawing()
          for (const [i, name] of mapped.entries())
            drawing.node(700 * i, -400, { place: 'village', name })
          // Each town has enough addresses for labels.
          for (const [i, name] of names.entries())
            street(drawing, `Gasse ${i}`, [0, 3_000 + 300 * i], stating(3, { 'addr:city': name }))
          for (const [i, houses] of streets.entries())
            street(
              drawing,
              `Weg ${i}`,
              [200 * i, 300 * i],
              houses.map(({ town, postcode }) => ({
                'addr:city': town,
                ...(postcode && { 'addr:postcode': '3000' }),
              })),
            )
          const places = await gathered(drawing)
          for (const [i, houses] of streets.entries()) {
            const towns = townsOf(places, places.named(`Weg ${i}`))
            expect(towns).toEqual(houses.map(({ town }) => town))
          }
        },
      ),
      { numRuns: runs(20) },
    )
  })
})
