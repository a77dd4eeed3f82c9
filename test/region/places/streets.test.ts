import { describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import { gathered, OsmDrawing } from './osm-file.ts'

const street = (name: string, more = {}) => ({ highway: 'residential', name, ...more })

function village(): OsmDrawing {
  const drawing = new OsmDrawing()
  drawing.node(0, 0, { place: 'village', name: 'Dorf' })
  return drawing
}

describe('a street', () => {
  test('joins its pieces, with the name of the longest and the lowest id', async () => {
    const drawing = village()
    const middle = drawing.node(100, 0)
    drawing.way([middle, [300, 0]], street('Hauptstrasse', { 'name:fr': 'Rue principale' }), 70)
    drawing.way(
      [[0, 0], middle],
      street('Hauptstrasse', { alt_name: 'Dorfstrasse;Landstrasse' }),
      60,
    )
    drawing.way(
      [
        [500, 0],
        [560, 0],
      ],
      street('Hauptstraße'),
      80,
    )
    const { ofType, named } = await gathered(drawing)
    expect(ofType('street')).toHaveLength(1)
    const found = named('Hauptstrasse')
    expect(found).toMatchObject({
      id: 'osm:way/60',
      names: { fr: 'Rue principale' },
      aliases: ['Dorfstrasse', 'Landstrasse', 'Hauptstraße'],
    })
    // Connected pieces become one line.
    expect(found.lines?.map((line) => line.length)).toEqual([2, 2])
  })

  test('is located at its point nearest to its centroid', async () => {
    const drawing = village()
    drawing.way(
      [
        [0, 0],
        [0, 400],
        [400, 400],
      ],
      street('Winkel'),
    )
    const { named } = await gathered(drawing)
    const found = named('Winkel')
    const { lat, lon } = drawing.at(100, 300)
    const distances = [drawing.at(0, 300), drawing.at(100, 400)].map((p) =>
      distanceMeters(p, found),
    )
    expect(Math.min(...distances)).toBeLessThan(1)
    expect(distanceMeters({ lat, lon }, found)).toBeLessThan(101)
  })

  test('is separate from a distant street with the same name', async () => {
    const drawing = village()
    drawing.node(9_000, 0, { place: 'village', name: 'Weiler' })
    drawing.way(
      [
        [0, 0],
        [100, 0],
      ],
      street('Hauptstrasse'),
    )
    drawing.way(
      [
        [9_000, 0],
        [9_100, 0],
      ],
      street('Hauptstrasse'),
    )
    const { ofType, parentsOf } = await gathered(drawing)
    expect(ofType('street').map((street) => parentsOf(street)[0])).toEqual(['Dorf', 'Weiler'])
  })

  test('is named by its number when it has no name', async () => {
    const drawing = village()
    drawing.way(
      [
        [0, 0],
        [100, 0],
      ],
      { highway: 'secondary', ref: 'K 12' },
    )
    drawing.way(
      [
        [0, 50],
        [100, 50],
      ],
      { highway: 'residential' },
    )
    drawing.way(
      [
        [0, 90],
        [100, 90],
      ],
      { highway: 'primary', ref: 'B 1', name: 'Reichsstrasse' },
    )
    const { ofType } = await gathered(drawing)
    expect(ofType('street').map(({ name, aliases }) => [name, ...aliases])).toEqual([
      ['K 12'],
      ['Reichsstrasse', 'B 1'],
    ])
  })

  test('may be a square', async () => {
    const drawing = village()
    drawing.box(0, 0, 80, 60, { place: 'square', name: 'Marktplatz' })
    const { named, all } = await gathered(drawing)
    const square = named('Marktplatz', 'street')
    const { lat, lon } = drawing.at(40, 30)
    expect(distanceMeters({ lat, lon }, square)).toBeLessThan(1)
    expect(all.filter(({ name }) => name === 'Marktplatz')).toHaveLength(1)
  })

  test('is left out while it is under construction', async () => {
    const drawing = village()
    drawing.way(
      [
        [0, 0],
        [100, 0],
      ],
      { highway: 'proposed', name: 'Zukunft' },
    )
    drawing.way(
      [
        [0, 0],
        [100, 0],
      ],
      { highway: 'bus_stop', name: 'Halt' },
    )
    const { ofType } = await gathered(drawing)
    expect(ofType('street')).toEqual([])
  })
})

describe('an intersection', () => {
  test('is created where two streets share a node', async () => {
    const drawing = village()
    const crossing = drawing.node(100, 0, {}, 500)
    drawing.way(
      [[0, 0], crossing, [200, 0]],
      street('Bahnhofstrasse', { 'name:en': 'Station Road' }),
    )
    drawing.way([[100, -100], crossing, [100, 100]], street('Am Bach'))
    const { ofType } = await gathered(drawing)
    expect(ofType('street').filter(({ intersection }) => intersection)).toMatchObject([
      {
        name: 'Am Bach & Bahnhofstrasse',
        aliases: ['Bahnhofstrasse & Am Bach'],
        names: { en: 'Am Bach & Station Road' },
      },
    ])
  })

  test('appears once at a dual carriageway, and again farther on', async () => {
    const drawing = village()
    const [a, b, c] = [drawing.node(0, 0), drawing.node(0, 20), drawing.node(0, 400)]
    drawing.way([[-100, 0], a, [100, 0]], street('Ring'))
    drawing.way([[100, 20], b, [-100, 20]], street('Ring'))
    drawing.way([[-100, 20], [-100, 400], c, [100, 400]], street('Ring'))
    drawing.way([a, b, c], street('Allee'))
    const { ofType } = await gathered(drawing)
    expect(ofType('street').filter(({ intersection }) => intersection)).toHaveLength(2)
  })

  test('is not created at bridges, at paths, or of a street with itself', async () => {
    const drawing = village()
    const node = drawing.node(50, 0)
    drawing.way([[0, 0], node, [100, 0]], street('Unten'))
    drawing.way(
      [
        [20, -50],
        [20, 50],
      ],
      street('Brücke', { bridge: 'yes' }),
    )
    drawing.way([node, [50, 90]], { highway: 'footway', name: 'Schleichweg' })
    drawing.way([node, [80, 90]], street('unten'))
    const { ofType } = await gathered(drawing)
    expect(ofType('street').filter(({ intersection }) => intersection)).toEqual([])
  })

  test('is more important in a larger town', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { place: 'city', name: 'Stadt', population: '400000' })
    drawing.node(40_000, 0, { place: 'village', name: 'Dorf', population: '900' })
    for (const x of [0, 40_000])
      drawing.way([drawing.node(x, 0), drawing.node(x + 100, 0)], street('Hauptstrasse'))
    const { ofType, parentsOf } = await gathered(drawing)
    const streets = ofType('street').sort((a, b) => b.importance - a.importance)
    expect(streets.map((place) => parentsOf(place)[0])).toEqual(['Stadt', 'Dorf'])
    expect(streets[0]!.importance).toBeGreaterThan(streets[1]!.importance)
  })

  test('is more important in a town that more addresses state', async () => {
    const drawing = new OsmDrawing()
    for (const [x, town, houses] of [
      [0, 'Grosswil', 40],
      [40_000, 'Kleinwil', 4],
    ] as const) {
      drawing.way([drawing.node(x, 0), drawing.node(x + 100, 0)], street('Hauptstrasse'))
      for (let number = 1; number <= houses; number++)
        drawing.node(x + 2 * number, 5, {
          'addr:street': 'Hauptstrasse',
          'addr:housenumber': `${number}`,
          'addr:city': town,
        })
    }
    const { ofType, parentsOf } = await gathered(drawing)
    const [first, second] = ofType('street').sort((a, b) => b.importance - a.importance)
    expect(parentsOf(first!)[0]).toBe('Grosswil')
    expect(first!.importance).toBeGreaterThan(second!.importance)
  })

  test('is one street across the border of two map tiles, with the houses and towns of both', async () => {
    const drawing = new OsmDrawing()
    for (const [from, to, id] of [
      [-400, -50, 90],
      [50, 700, 95],
      [1_500, 1_600, 99],
    ] as const) {
      drawing.way([drawing.node(from, 0), drawing.node(to, 0)], street('Grenzweg'), id)
    }
    const house = (x: number, number: number, town: string) =>
      drawing.node(x, 5, {
        'addr:street': 'Grenzweg',
        'addr:housenumber': `${number}`,
        'addr:city': town,
      })
    for (const number of [1, 2, 3, 4]) house(-50 - 10 * number, number, 'Westwil')
    for (const number of [5, 6, 7]) house(10 * number, number, 'Westwil')
    house(300, 8, 'Ostwil')
    const { all, ofType, numbersOf } = await gathered(drawing)
    const [near, far] = ofType('street').toSorted((a, b) => a.lon - b.lon)
    expect(ofType('street')).toHaveLength(2)
    expect([near!.id, far!.id]).toEqual(['osm:way/90', 'osm:way/99'])
    expect(near!.lines).toHaveLength(2)
    expect(near!.box).toMatchObject({
      min_lon: expect.closeTo(drawing.at(-400, 0).lon, 5),
      max_lon: expect.closeTo(drawing.at(700, 0).lon, 5),
    })
    expect(numbersOf(near!).toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    const nameOf = (id: string | undefined) => all.find((place) => place.id === id)?.name
    const townOf = (number: string) => {
      const { townIndex = -1 } = near!.houses!.find((found) => found.number === number)!
      return nameOf(near!.otherAreas?.[townIndex] ?? near!.parents[0])
    }
    expect(['1', '6', '8'].map(townOf)).toEqual(['Westwil', 'Westwil', 'Ostwil'])
  })
})
