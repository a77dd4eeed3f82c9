import { describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import { gathered, OsmDrawing } from './osm-file.ts'

const address = (number: string, street?: string, otherTags = {}) => ({
  'addr:housenumber': number,
  ...(street && { 'addr:street': street }),
  ...otherTags,
})

/** Draws a village with a street of 400 m; positions are metres east and north of 48.1, 16.3. */
function village(): OsmDrawing {
  const drawing = new OsmDrawing(48.1, 16.3)
  drawing.node(0, 0, { place: 'village', name: 'Dorf' })
  drawing.way(
    [
      [0, 0],
      [400, 0],
    ],
    { highway: 'residential', name: 'Hauptstraße' },
  )
  return drawing
}

describe('houses', () => {
  test('come from nodes, ways and relations, sorted by number', async () => {
    const drawing = village()
    drawing.node(10, 10, address('10', 'Hauptstraße'), 901)
    drawing.box(20, 10, 30, 20, { building: 'yes', ...address('9', 'Hauptstraße') })
    const [outer, court] = [drawing.box(40, 10, 60, 30), drawing.box(45, 15, 55, 25)]
    drawing.relation(
      [
        ['way', outer, 'outer'],
        ['way', court, 'inner'],
      ],
      { type: 'multipolygon', building: 'yes', ...address('100a', 'Hauptstraße') },
      77,
    )
    const { named, numbersOf } = await gathered(drawing)
    const street = named('Hauptstraße')
    expect(numbersOf(street)).toEqual(['9', '10', '100a'])
    expect(street.houses?.[1]).toMatchObject({ id: 'osm:node/901' })
    expect(street.houses?.[2]).toMatchObject({ id: 'osm:relation/77' })
  })

  test('belong to the nearest street with the name in their address, also when it is abbreviated', async () => {
    const drawing = village()
    drawing.node(900, 900, { place: 'village', name: 'Nachbardorf' })
    drawing.way(
      [
        [900, 900],
        [900, 1_300],
      ],
      { highway: 'residential', name: 'Hauptstraße' },
    )
    drawing.node(10, 10, address('1', 'Hauptstr.'))
    drawing.node(910, 1_000, address('2', 'HAUPTSTRASSE'))
    const { ofType, numbersOf } = await gathered(drawing)
    expect(ofType('street').map(numbersOf)).toEqual([['1'], ['2']])
  })

  test('create their street where it is not mapped', async () => {
    const drawing = village()
    drawing.node(10, 80, address('1', 'Neubaugasse'), 910)
    drawing.node(30, 80, address('3', 'Neubaugasse'), 920)
    const { named, numbersOf } = await gathered(drawing)
    const street = named('Neubaugasse')
    expect(street).toMatchObject({ type: 'street', id: 'street:osm:node/910' })
    expect(numbersOf(street)).toEqual(['1', '3'])
  })

  test('belong to a nearby street when they state no street name, or are left out', async () => {
    const drawing = village()
    drawing.node(10, 15, address('7'))
    drawing.node(10, 600, address('99'))
    const { named, numbersOf } = await gathered(drawing)
    expect(numbersOf(named('Hauptstraße'))).toEqual(['7'])
  })

  test('take the street name of their associatedStreet relation', async () => {
    const drawing = village()
    const house = drawing.node(10, 50, address('5'))
    drawing.relation([['node', house, 'house']], { type: 'associatedStreet', name: 'Seitengasse' })
    const { named, numbersOf } = await gathered(drawing)
    expect(numbersOf(named('Seitengasse'))).toEqual(['5'])
  })

  test('belong to the place in addr:place, which becomes a street where it is not mapped', async () => {
    const drawing = village()
    drawing.node(2_000, 0, { place: 'hamlet', name: 'Einöd' })
    drawing.node(2_010, 20, { 'addr:housenumber': '12', 'addr:place': 'Einöd' })
    drawing.node(2_030, 20, { 'addr:housenumber': '4', 'addr:place': 'Einöd' })
    drawing.node(900, 2_500, { 'addr:housenumber': '1', 'addr:place': 'Waldhof' })
    const { named, numbersOf } = await gathered(drawing)
    expect(numbersOf(named('Einöd'))).toEqual(['4', '12'])
    expect(numbersOf(named('Waldhof', 'street'))).toEqual(['1'])
  })

  test('are merged at the most precise position when mapped several times, unless they are far apart', async () => {
    const drawing = village()
    drawing.node(12, 12, { amenity: 'cafe', name: 'Mokka', ...address('3', 'Hauptstraße') })
    drawing.box(5, 5, 25, 25, { building: 'yes', ...address('3', 'Hauptstraße') })
    drawing.node(14, 6, { entrance: 'main', ...address('3', 'Hauptstraße') }, 950)
    drawing.node(350, 10, { shop: 'bakery', name: 'Brot', ...address('3', 'Hauptstraße') }, 951)
    const { named } = await gathered(drawing)
    expect(named('Hauptstraße').houses?.map(({ id }) => id)).toEqual([
      'osm:node/950',
      'osm:node/951',
    ])
    expect(named('Mokka')).toMatchObject({ houseNumber: '3', street: 'Hauptstraße' })
  })

  test('are interpolated between numbered nodes where they are not mapped', async () => {
    const drawing = village()
    const from = drawing.node(0, 10, address('1', 'Hauptstraße', { 'addr:postcode': '1010' }))
    const to = drawing.node(100, 10, address('11', 'Hauptstraße'))
    drawing.way([from, to], { 'addr:interpolation': 'odd' }, 960)
    drawing.node(41, 12, address('5', 'Hauptstraße'))
    const { named, numbersOf } = await gathered(drawing)
    const street = named('Hauptstraße')
    expect(numbersOf(street)).toEqual(['1', '3', '5', '7', '9', '11'])
    const seven = street.houses?.find(({ number }) => number === '7')
    expect(seven).toMatchObject({ id: 'osm:way/960', interpolated: true, postcode: '1010' })
    expect(distanceMeters(seven!, drawing.at(60, 10))).toBeLessThan(1)
    expect(street.houses?.filter(({ interpolated }) => interpolated)).toHaveLength(3)
  })

  test('are one house for a list of numbers, and none for a missing number (s/n)', async () => {
    const drawing = village()
    drawing.node(10, 10, address('1;3;5', 'Hauptstraße'))
    drawing.node(90, 10, address('s/n', 'Hauptstraße'))
    const { named, numbersOf } = await gathered(drawing)
    expect(numbersOf(named('Hauptstraße'))).toEqual(['1;3;5'])
  })

  test('are separate places when they have a name and no number', async () => {
    const drawing = village()
    drawing.node(10, 10, { 'addr:housename': 'Villa Rosa', 'addr:street': 'Hauptstraße' })
    drawing.node(50, 10, address('4', 'Hauptstraße', { 'addr:housename': 'Villa Blau' }))
    const { named } = await gathered(drawing)
    expect(named('Villa Rosa')).toMatchObject({ type: 'address', street: 'Hauptstraße' })
    expect(named('Hauptstraße').houses).toMatchObject([{ number: '4', name: 'Villa Blau' }])
  })
})

describe('postcodes', () => {
  test('are places at the position where most of their addresses are', async () => {
    const drawing = village()
    for (const x of [0, 10, 20])
      drawing.node(x, 20, address(`${x + 1}`, 'Hauptstraße', { 'addr:postcode': '1010' }))
    drawing.node(9_000, 0, address('1', 'Hauptstraße', { 'addr:postcode': '1010' }))
    drawing.node(30, 20, address('77', 'Hauptstraße', { 'addr:postcode': 'nonsense' }))
    const { ofType } = await gathered(drawing)
    const [postcode, ...others] = ofType('postalcode')
    expect(others).toEqual([])
    expect(postcode).toMatchObject({ id: 'postcode:AUT:1010', name: '1010' })
    expect(distanceMeters(postcode!, drawing.at(10, 20))).toBeLessThan(2)
  })

  test('become the postcode of a street when they are the most frequent among its houses', async () => {
    const drawing = village()
    for (const [x, code] of [
      [0, '1010'],
      [20, '1020'],
      [40, '1010'],
    ] as const)
      drawing.node(x, 20, address(`${x + 1}`, 'Hauptstraße', { 'addr:postcode': code }))
    const { named } = await gathered(drawing)
    expect(named('Hauptstraße').postcode).toBe('1010')
  })

  test('are normalised to the format of their country', async () => {
    const drawing = new OsmDrawing(42.507, 1.521)
    const codes = ['AD500', 'ad 500', '500']
    for (const [i, code] of codes.entries())
      drawing.node(i * 30, 0, { shop: 'books', name: `Llibres ${i}`, 'addr:postcode': code })
    const { ofType } = await gathered(drawing)
    expect(ofType('postalcode').map(({ id }) => id)).toEqual(['postcode:AND:AD500'])
    expect(ofType('venue').map(({ postcode }) => postcode)).toEqual(['AD500', 'AD500', 'AD500'])
  })
})
