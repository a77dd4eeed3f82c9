import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../setup/suite.ts'
import { gathered, OsmDrawing } from './osm-file.ts'

const way = (name: string) => ({ highway: 'residential', name })
const address = (street: string, number: number, postcode?: string) => ({
  'addr:street': street,
  'addr:housenumber': String(number),
  ...(postcode !== undefined && { 'addr:postcode': postcode }),
})

function withHouses(postcodes: readonly (string | undefined)[], lat?: number): OsmDrawing {
  const drawing = new OsmDrawing(lat)
  drawing.node(0, 0, { place: 'village', name: 'Dorf' })
  drawing.way([drawing.node(0, 0), drawing.node(20 * postcodes.length, 0)], way('Weg'))
  for (const [i, postcode] of postcodes.entries())
    drawing.node(20 * i + 10, 10, address('Weg', i + 1, postcode))
  return drawing
}

describe('an unstated postcode', () => {
  test('is filled in when all surrounding addresses agree: of houses, streets and venues', async () => {
    const drawing = withHouses(['3000', '3000', undefined, '3000'])
    drawing.node(30, -20, { shop: 'bakery', name: 'Brot' })
    drawing.way([drawing.node(0, 40), drawing.node(60, 40)], way('Gasse'))
    const { named } = await gathered(drawing)
    expect(named('Weg').houses?.map(({ postcode }) => postcode)).toEqual(Array(4).fill('3000'))
    expect(named('Brot').postcode).toBe('3000')
    expect(named('Gasse').postcode).toBe('3000')
  })

  test('remains unknown where addresses disagree, are too few or too far', async () => {
    const disagreeing = withHouses(['3000', '3000', undefined, '3001', '3000'])
    const few = withHouses(['3000', undefined, '3000'])
    const far = withHouses(['3000', '3000', '3000', '3000'])
    for (const drawing of [disagreeing, few]) {
      drawing.node(30, -20, { shop: 'bakery', name: 'Brot' })
      expect((await gathered(drawing)).named('Brot').postcode).toBeUndefined()
    }
    far.node(600, 0, { shop: 'bakery', name: 'Brot' })
    expect((await gathered(far)).named('Brot').postcode).toBeUndefined()
  })

  test('remains unknown where addresses disagree, also far north', async () => {
    const latitude = fc.double({ min: 66, max: 74, noNaN: true })
    const metersEast = fc.integer({ min: 85, max: 95 })
    await fc.assert(
      fc.asyncProperty(latitude, metersEast, async (lat, x) => {
        const drawing = withHouses(['3000', '3000', '3000'], lat)
        drawing.node(30, -20, { shop: 'bakery', name: 'Brot' })
        drawing.node(30 + x, -20, address('Weg', 9, '3001'))
        expect((await gathered(drawing)).named('Brot').postcode).toBeUndefined()
      }),
      { numRuns: runs(30) },
    )
  })

  test('is not taken from a side street if its own street states another', async () => {
    const drawing = withHouses(['3000', '3000', '3000'])
    drawing.way([drawing.node(40, 20), drawing.node(40, 420)], way('Gasse'))
    drawing.node(50, 60, address('Gasse', 1))
    drawing.node(50, 400, address('Gasse', 9, '3001'))
    const { named } = await gathered(drawing)
    expect(named('Gasse').houses?.[0]?.postcode).toBeUndefined()
  })

  test('never replaces a stated postcode, for any houses', async () => {
    const postcode = fc.constantFrom('3000', '3001', undefined)
    await fc.assert(
      fc.asyncProperty(fc.array(postcode, { minLength: 1, maxLength: 15 }), async (postcodes) => {
        const { named } = await gathered(withHouses(postcodes))
        const houses = named('Weg').houses ?? []
        const stated = new Set(postcodes.filter((code) => code !== undefined))
        for (const [i, code] of postcodes.entries()) {
          if (code !== undefined) expect(houses[i]?.postcode).toBe(code)
          else expect([undefined, ...stated]).toContain(houses[i]?.postcode)
        }
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('a venue without an address', () => {
  function onStreet(): OsmDrawing {
    const drawing = withHouses(['3000', '3000', '3000'])
    drawing.node(30, 20, { shop: 'bakery', name: 'Brot' })
    return drawing
  }

  test('is in the nearest street if all surrounding addresses are, and has no house number', async () => {
    const { named } = await gathered(onStreet())
    expect(named('Brot').street).toBe('Weg')
    expect(named('Brot').houseNumber).toBeUndefined()
  })

  test('is in no street where another is about equally near, or has addresses around', async () => {
    const between = onStreet()
    between.way([between.node(0, 42), between.node(60, 42)], way('Gasse'))
    const other = onStreet()
    other.node(30, 35, address('Gasse', 1))
    for (const drawing of [between, other])
      expect((await gathered(drawing)).named('Brot').street).toBeUndefined()
  })

  test('keeps the street that it states', async () => {
    const drawing = onStreet()
    drawing.node(32, 20, { shop: 'butcher', name: 'Wurst', 'addr:street': 'Allee' })
    expect((await gathered(drawing)).named('Wurst').street).toBe('Allee')
  })
})
