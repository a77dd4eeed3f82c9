import { describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import { gathered, OsmDrawing } from './osm-file.ts'

describe('venues', () => {
  test('have categories; with a category they need no name', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { amenity: 'pharmacy' }, 1)
    drawing.node(50, 0, { amenity: 'bank', operator: 'Sparkasse' }, 2)
    drawing.node(90, 0, { highway: 'crossing' }, 3)
    drawing.node(99, 0, { highway: 'street_lamp', name: 'Lampe' }, 4)
    const { ofType } = await gathered(drawing)
    expect(ofType('venue').map(({ id, name }) => [id, name])).toEqual([
      ['osm:node/1', ''],
      ['osm:node/2', 'Sparkasse'],
    ])
    expect(ofType('venue')[0]?.categories).toContain('pharmacy')
  })

  test.each([
    [{ natural: 'peak', name: 'Horn' }],
    [{ office: 'company', name: 'Firma' }],
    [{ man_made: 'works', name: 'Fabrik' }],
    [{ place: 'locality', name: 'Flur' }],
    [{ landuse: 'industrial', name: 'Gewerbepark' }],
    [{ building: 'yes', name: 'Haus' }],
  ])('include named things of many kinds: %j', async (tags) => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, tags)
    const { named } = await gathered(drawing)
    expect(named(tags.name).type).toBe('venue')
  })

  test.each([
    [{ railway: 'rail', name: 'Strecke' }],
    [{ boundary: 'political', name: 'Wahlkreis' }],
    [{ building: 'no', name: 'Ruine' }],
    [{ name: 'Nichts' }],
  ])('exclude %j', async (tags) => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, tags)
    expect((await gathered(drawing)).ofType('venue')).toEqual([])
  })

  test('are positioned inside their area when they are mapped as areas', async () => {
    const drawing = new OsmDrawing()
    const corners = [
      [0, 0],
      [300, 0],
      [300, 100],
      [100, 100],
      [100, 300],
      [0, 300],
    ] as const
    const nodes = corners.map(([x, y]) => drawing.node(x, y))
    drawing.way([...nodes, nodes[0]!], { leisure: 'park', name: 'Winkelpark' })
    const { named } = await gathered(drawing)
    const { lat, lon } = named('Winkelpark')
    const inside = [drawing.at(0, 0), drawing.at(100, 100), drawing.at(300, 300)]
    expect(lat > inside[0]!.lat && lon > inside[0]!.lon).toBe(true)
    expect(lat < inside[1]!.lat || lon < inside[1]!.lon).toBe(true)
  })

  test('appear once when they are mapped as a node and as a building', async () => {
    const drawing = new OsmDrawing()
    drawing.node(10, 10, { amenity: 'cafe', name: 'Mokka', website: 'x' })
    drawing.box(0, 0, 20, 20, {
      building: 'yes',
      amenity: 'cafe',
      name: 'Mokka',
      'name:en': 'Mocha',
    })
    drawing.node(900, 0, { amenity: 'cafe', name: 'Mokka' })
    const { ofType } = await gathered(drawing)
    expect(ofType('venue')).toHaveLength(2)
    expect(ofType('venue').some(({ names }) => names.en === 'Mocha')).toBe(true)
  })

  test('appear once for stops with one name on both sides of a road', async () => {
    const drawing = new OsmDrawing()
    const stop = { highway: 'bus_stop', public_transport: 'platform', name: 'Post' }
    drawing.node(0, 0, stop)
    drawing.node(60, 12, { ...stop, 'name:en': 'Post Office' })
    drawing.node(2_000, 0, stop)
    const { ofType } = await gathered(drawing)
    expect(ofType('venue').map(({ names }) => names)).toEqual([{ en: 'Post Office' }, {}])
  })

  test('appear once for a river, on its line', async () => {
    const drawing = new OsmDrawing()
    const middle = drawing.node(4_000, 100)
    drawing.way([[0, 0], middle], { waterway: 'river', name: 'Aare' })
    drawing.way([middle, [8_000, 0]], { waterway: 'river', name: 'Aare' })
    drawing.way(
      [
        [0, 50_000],
        [500, 50_000],
      ],
      { waterway: 'river', name: 'Aare' },
    )
    const { ofType } = await gathered(drawing)
    expect(ofType('venue')).toHaveLength(2)
    expect(distanceMeters(ofType('venue')[0]!, drawing.at(4_000, 100))).toBeLessThan(1)
  })

  test('are more important with an article than ordinary streets, which are more important than shops', async () => {
    const drawing = new OsmDrawing()
    const minster = {
      amenity: 'place_of_worship',
      name: 'Münster',
      wikipedia: 'de:M',
      wikidata: 'Q1',
    }
    drawing.node(0, 0, minster)
    drawing.node(50, 0, { shop: 'shoes', name: 'Schuh' })
    drawing.node(0, 900, { place: 'hamlet', name: 'Weiler' })
    drawing.way(
      [
        [0, 0],
        [100, 0],
      ],
      { highway: 'residential', name: 'Gasse' },
    )
    const { all } = await gathered(drawing)
    const order = all.filter(({ type }) => type !== 'country')
    order.sort((a, b) => b.importance - a.importance)
    expect(order.map(({ name }) => name)).toEqual(['Münster', 'Weiler', 'Gasse', 'Schuh'])
  })

  test('appear once for a station, its building and its platforms, at the station', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 500, { place: 'village', name: 'Oberdorf' })
    const station = drawing.node(0, 0, { railway: 'station', name: 'Dorf' })
    drawing.box(10, 10, 90, 30, { building: 'train_station', name: 'Dorf', wheelchair: 'yes' })
    for (const y of [-20, -40])
      drawing.way([drawing.node(-100, y), drawing.node(120, y)], {
        public_transport: 'platform',
        train: 'yes',
        railway: 'platform',
        name: 'Dorf',
        surface: 'asphalt',
        lit: 'yes',
        shelter: 'yes',
        bench: 'yes',
      })
    drawing.node(40, 60, { highway: 'bus_stop', name: 'Dorf' })
    const { ofType } = await gathered(drawing)
    const ids = ofType('venue').map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(ids).toContain(`osm:node/${station}`)
  })

  test('include a named railway once, and no named tracks', async () => {
    const drawing = new OsmDrawing()
    const middle = drawing.node(500, 0)
    for (const end of [drawing.node(0, 0), drawing.node(900, 0)])
      drawing.way([end, middle], { railway: 'funicular', name: 'Gurtenbahn' })
    const line = { railway: 'rail', usage: 'branch', name: 'Bergbahn' }
    drawing.way([drawing.node(0, 900), drawing.node(3_000, 900)], line)
    drawing.way([drawing.node(0, 950), drawing.node(300, 950)], {
      railway: 'rail',
      usage: 'branch',
      service: 'siding',
      name: 'Gleis 4',
    })
    const { ofType } = await gathered(drawing)
    expect(ofType('venue').map(({ name }) => name)).toEqual(['Gurtenbahn', 'Bergbahn'])
  })

  test('are at the label of a site, or else at its main member', async () => {
    const drawing = new OsmDrawing()
    const large = drawing.box(0, 0, 300, 300, { building: 'yes' })
    const far = drawing.box(3_000, 0, 3_020, 20, { building: 'yes' })
    const label = drawing.node(900, 900)
    const site = { type: 'site', tourism: 'museum' }
    const members: ['way' | 'node', number, string][] = [
      ['way', far, ''],
      ['way', large, ''],
    ]
    drawing.relation(members, { ...site, name: 'Museum' })
    drawing.relation([...members, ['node', label, 'label']], { ...site, name: 'Burg' })
    const walls = [
      drawing.way([drawing.node(0, 4_000), drawing.node(50, 4_000), drawing.node(400, 4_000)]),
      drawing.way([drawing.node(6_000, 4_000), drawing.node(6_010, 4_000)]),
    ]
    drawing.relation(
      walls.map((id) => ['way', id, '']),
      { ...site, name: 'Mauer' },
    )
    const { named } = await gathered(drawing)
    expect(distanceMeters(named('Museum'), drawing.at(150, 150))).toBeLessThan(50)
    expect(distanceMeters(named('Burg'), drawing.at(900, 900))).toBeLessThan(1)
    expect(distanceMeters(named('Mauer'), drawing.at(200, 4_000))).toBeLessThan(300)
  })

  test('are more important if they are large: a campus before its department and the stop', async () => {
    const drawing = new OsmDrawing()
    drawing.box(0, 0, 600, 600, { amenity: 'university', name: 'Universität' })
    drawing.box(100, 100, 130, 130, { amenity: 'university', name: 'Universität Physik' })
    drawing.node(0, -40, { highway: 'bus_stop', name: 'Universität' })
    const { ofType } = await gathered(drawing)
    const order = ofType('venue').sort((a, b) => b.importance - a.importance)
    expect(new Set(order.map(({ importance }) => importance)).size).toBe(3)
    expect(order.map(({ categories: [category] }) => category)).toEqual([
      'university',
      'university',
      'bus_stop',
    ])
    expect(order[0]?.name).toBe('Universität')
  })
})
