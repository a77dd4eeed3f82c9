import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { fromArrayBuffer, type GeoTIFFImage } from 'geotiff'
import { createOSMStream } from 'osm-pbf-parser-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bounds, heightMeters, truth, writeDemoSources } from '../../demo-island/index.ts'
import { runs, withCampaigns } from '../setup/suite.ts'

interface Element {
  type?: string
  id: number
  tags?: Record<string, string>
}
interface OsmNode extends Element {
  lat: number
  lon: number
}
interface OsmWay extends Element {
  refs: number[]
}
interface OsmRelation extends Element {
  members: { type: 'node' | 'way' | 'relation'; ref: number; role: string }[]
}
interface Place {
  lat: number
  lon: number
}

let folder: string
let files: { osm: string; dem: string }
const order: string[] = []
const nodes = new Map<number, OsmNode>()
const ways = new Map<number, OsmWay>()
const relations = new Map<number, OsmRelation>()
let header: { bbox?: unknown; required_features?: string[]; optional_features?: string[] }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  files = await writeDemoSources(folder)
  for await (const element of createOSMStream(files.osm) as AsyncIterable<Element>) {
    if (element.type === 'node') nodes.set(element.id, element as OsmNode)
    else if (element.type === 'way') ways.set(element.id, element as OsmWay)
    else if (element.type === 'relation') relations.set(element.id, element as OsmRelation)
    else header = element as typeof header
    if (element.type) order.push(`${element.type[0]}${String(element.id).padStart(9, '0')}`)
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const earthRadiusMeters = 6_371_008.8
function distanceMeters(a: Place, b: Place): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2
  return 2 * earthRadiusMeters * Math.asin(Math.sqrt(h))
}

const all = () => [...nodes.values(), ...ways.values(), ...relations.values()]
const tagged = (key: string, value?: string) =>
  all().filter(({ tags }) => (value === undefined ? tags?.[key] : tags?.[key] === value))
const line = (way: OsmWay) => way.refs.map((ref) => nodes.get(ref)!)
const nodeAt = (place: Place) =>
  [...nodes.values()].find(
    ({ lat, lon }) => Math.abs(lat - place.lat) < 2e-7 && Math.abs(lon - place.lon) < 2e-7,
  )

/** Returns the mean and steepest grade in percent along the ways of a name, from terrain heights every 30 m. */
function grades(name: string) {
  let length = 0
  let climbAndDescent = 0
  let steepest = 0
  const named = [...ways.values()].filter(({ tags }) => tags?.name === name && !tags.layer)
  for (const way of named) {
    const points = line(way)
    const total = points.slice(1).reduce((sum, b, i) => sum + distanceMeters(points[i]!, b), 0)
    const steps = Math.max(1, Math.round(total / 30))
    const at = (meters: number): Place => {
      let left = meters
      for (let i = 1; i < points.length; i++) {
        const step = distanceMeters(points[i - 1]!, points[i]!)
        if (left <= step || i === points.length - 1) {
          const share = Math.min(1, left / step)
          const [a, b] = [points[i - 1]!, points[i]!]
          return { lat: a.lat + (b.lat - a.lat) * share, lon: a.lon + (b.lon - a.lon) * share }
        }
        left -= step
      }
      return points[0]!
    }
    for (let i = 1; i <= steps; i++) {
      const [from, to] = [at((total * (i - 1)) / steps), at((total * i) / steps)]
      const rise = Math.abs(heightMeters(to.lat, to.lon) - heightMeters(from.lat, from.lon))
      climbAndDescent += rise
      steepest = Math.max(steepest, (100 * rise) / (total / steps))
    }
    length += total
  }
  return { length, mean: (100 * climbAndDescent) / length, steepest }
}

describe('the map file', () => {
  test('states its bounds and sort order in the header', () => {
    expect(header.required_features).toEqual(['OsmSchema-V0.6', 'DenseNodes'])
    expect(header.optional_features).toEqual(['Sort.Type_then_ID'])
    expect(header.bbox).toMatchObject({ left: bounds.minLon * 1e9, top: bounds.maxLat * 1e9 })
    const rank = (key: string) => 'nwr'.indexOf(key[0]!) + key.slice(1)
    expect(order).toEqual(order.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)))
  })

  test('has no dangling reference and no node outside its bounds', () => {
    for (const { refs } of ways.values()) {
      expect(refs.length).toBeGreaterThan(1)
      expect(refs.length).toBeLessThanOrEqual(2_000)
      expect(refs.filter((ref) => !nodes.has(ref))).toEqual([])
    }
    for (const { members } of relations.values()) {
      const missing = members.filter(({ type, ref }) => !(type === 'node' ? nodes : ways).has(ref))
      expect(missing).toEqual([])
    }
    for (const { lat, lon } of nodes.values()) {
      expect(lat >= bounds.minLat && lat <= bounds.maxLat).toBe(true)
      expect(lon >= bounds.minLon && lon <= bounds.maxLon).toBe(true)
    }
  })

  test('closes every area, with no loose ends in rings of multipolygons and boundaries', () => {
    const areas = [...relations.values()].filter(({ tags }) => tags?.type !== 'restriction')
    expect(areas.length).toBeGreaterThan(10)
    for (const { members } of areas) {
      for (const role of ['outer', 'inner']) {
        const ends = new Map<number, number>()
        for (const member of members.filter((m) => m.type === 'way' && m.role === role)) {
          const { refs } = ways.get(member.ref)!
          for (const end of [refs[0]!, refs.at(-1)!]) ends.set(end, (ends.get(end) ?? 0) + 1)
        }
        expect([...ends.values()].every((count) => count % 2 === 0)).toBe(true)
      }
    }
  })
})

describe('the roads', () => {
  const classes = (
    'motorway motorway_link trunk primary secondary tertiary unclassified residential ' +
    'living_street service track cycleway footway pedestrian path steps'
  ).split(' ')

  test.each(classes)('include class %s', (highway) => {
    expect(tagged('highway', highway).length).toBeGreaterThan(0)
  })

  test('include every hiking difficulty from T1 to T4 and every track grade', () => {
    const scales = ['hiking', 'mountain_hiking', 'demanding_mountain_hiking', 'alpine_hiking']
    for (const scale of scales) expect(tagged('sac_scale', scale)).not.toEqual([])
    for (const grade of [1, 2, 3, 4, 5])
      expect(tagged('tracktype', `grade${grade}`)).not.toEqual([])
  })

  test('include toll, ferry, tunnel, bridges, limits, lanes, exits, gate and turn restrictions', () => {
    expect(tagged('barrier', 'toll_booth')).toHaveLength(2)
    expect(tagged('toll', 'yes').length).toBeGreaterThanOrEqual(2)
    expect(tagged('route', 'ferry')).toHaveLength(1)
    expect(tagged('tunnel', 'yes')).toHaveLength(1)
    expect(tagged('bridge', 'yes').length).toBeGreaterThan(5)
    expect(tagged('maxheight').length).toBeGreaterThan(0)
    expect(tagged('maxweight')).toHaveLength(1)
    expect(tagged('turn:lanes:forward').length).toBeGreaterThan(0)
    expect(tagged('highway', 'motorway_junction')).toHaveLength(4)
    expect(tagged('destination').length).toBe(4)
    expect(tagged('barrier', 'gate').length).toBeGreaterThan(0)
    expect(tagged('access', 'private').length).toBeGreaterThan(0)
    expect(tagged('bus', 'designated').length).toBeGreaterThan(0)
    expect(tagged('oneway', '-1').length).toBeGreaterThan(0)
    expect(tagged('type', 'restriction').map(({ tags }) => tags?.restriction)).toEqual([
      'no_left_turn',
      'only_straight_on',
    ])
  })

  test('form one connected network for cars, with the islet by ferry', () => {
    const parent = new Map<number, number>()
    const root = (id: number): number => {
      let top = id
      while (parent.get(top) !== undefined) top = parent.get(top)!
      return top
    }
    const forCars = /^(motorway|trunk|primary|secondary|tertiary|unclassified|residential|living)/
    const drivable = [...ways.values()].filter(
      ({ tags }) => forCars.test(tags?.highway ?? '') || tags?.route === 'ferry',
    )
    for (const { refs } of drivable) {
      for (const ref of refs.slice(1)) {
        const [a, b] = [root(refs[0]!), root(ref)]
        if (a !== b) parent.set(a, b)
      }
    }
    expect(new Set(drivable.map(({ refs }) => root(refs[0]!))).size).toBe(1)
  })

  test('do not cross on the ground without a shared node', () => {
    const ground = [...ways.values()].filter(({ tags }) => tags?.highway && !tags.layer)
    const cells = new Map<string, { way: OsmWay; a: OsmNode; b: OsmNode }[]>()
    let crossings = 0
    for (const way of ground) {
      const points = line(way)
      for (let i = 1; i < points.length; i++) {
        const [a, b] = [points[i - 1]!, points[i]!]
        const cell = `${Math.round(a.lat * 300)}/${Math.round(a.lon * 200)}`
        const near = cells.get(cell) ?? []
        for (const other of near) {
          if ([other.a, other.b].some((node) => node === a || node === b)) continue
          if (cross(a, b, other.a, other.b)) crossings++
        }
        cells.set(cell, [...near, { way, a, b }])
      }
    }
    expect(crossings).toBe(0)
  })

  test('remain on land', () => {
    const withoutBridges = [...ways.values()].filter(({ tags }) => tags?.highway && !tags.bridge)
    for (const way of withoutBridges) {
      for (const { lat, lon } of line(way)) expect(heightMeters(lat, lon)).toBeGreaterThan(0.2)
    }
  })

  test('are flat along the lake and steep over the pass', () => {
    const lake = grades(truth.lakesideRoad.name)
    expect(lake.length).toBeGreaterThan(2_500)
    expect(lake.mean).toBeLessThan(1)
    expect(lake.steepest).toBeLessThan(3)
    const pass = grades(truth.passRoad.name)
    expect(pass.length).toBeGreaterThan(15_000)
    expect(pass.mean).toBeGreaterThanOrEqual(6)
    expect(pass.steepest).toBeLessThan(16)
  })

  test.each([
    ['Autostrada dal Sid', 6],
    ['Strada da la Costa', 8],
    ['Strada dal Mar', 8],
  ])('%s is never steeper than %i percent', (name, limit) => {
    expect(grades(name).steepest).toBeLessThanOrEqual(limit)
  })
})

/** Returns whether two segments properly cross. */
function cross(a: Place, b: Place, c: Place, d: Place): boolean {
  const turn = (p: Place, q: Place, r: Place) =>
    Math.sign((q.lon - p.lon) * (r.lat - p.lat) - (q.lat - p.lat) * (r.lon - p.lon))
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

describe('the places and addresses', () => {
  test('include three towns, 13 villages and four hamlets with a population', () => {
    const count = (kind: string) =>
      tagged('place', kind).filter(({ tags }) => tags?.population).length
    expect([count('town'), count('village'), count('hamlet')]).toEqual([3, 13, 4])
  })

  test('include more than 400 places in more than 60 kinds, most named, some in two languages', () => {
    const keys = 'amenity shop tourism leisure office craft healthcare historic man_made natural'
    const kinds = new Set<string>()
    const places = [...nodes.values()].filter(({ tags }) => {
      const key = keys.split(' ').find((k) => tags?.[k])
      if (key) kinds.add(`${key}=${tags![key]}`)
      return key !== undefined
    })
    expect(places.length).toBeGreaterThan(400)
    expect(kinds.size).toBeGreaterThan(60)
    const named = places.filter(({ tags }) => tags?.name)
    expect(named.length).toBeGreaterThan(300)
    expect(places.length - named.length).toBeGreaterThan(50)
    expect(named.filter(({ tags }) => tags?.['name:en']).length).toBeGreaterThan(12)
  })

  test('include unique house addresses; interpolation lines are all odd or all even', () => {
    const houses = tagged('addr:housenumber').filter(({ tags }) => !tags?.name)
    const keys = houses.map(
      ({ tags }) => `${tags?.['addr:city']}/${tags?.['addr:street']}/${tags?.['addr:housenumber']}`,
    )
    expect(houses.length).toBeGreaterThan(2_000)
    expect(new Set(keys).size).toBe(keys.length)
    const lines = tagged('addr:interpolation') as OsmWay[]
    expect(lines.length).toBeGreaterThan(10)
    for (const way of lines) {
      const numbers = line(way).map(({ tags }) => Number.parseInt(tags!['addr:housenumber']!, 10))
      expect(numbers.map((n) => (n % 2 ? 'odd' : 'even'))).toEqual(
        numbers.map(() => way.tags!['addr:interpolation']),
      )
      expect(numbers[0]).toBeLessThan(numbers[1]!)
    }
  })

  test('state only streets that exist as ways with that name', () => {
    const streets = new Set(
      [...ways.values()].filter((w) => w.tags?.highway).map((w) => w.tags!.name),
    )
    const named = new Set(tagged('addr:street').map(({ tags }) => tags!['addr:street']))
    expect([...named].filter((street) => !streets.has(street))).toEqual([])
  })

  test('lie in one country, two regions and six communes', () => {
    const level = (n: number) =>
      [...relations.values()].filter((r) => r.tags?.boundary && r.tags.admin_level === String(n))
    expect([level(2).length, level(4).length, level(8).length]).toEqual([1, 2, 6])
    expect(level(2)[0]!.tags).toMatchObject({ name: truth.country.name, 'ISO3166-1': 'XC' })
  })

  test('lie within a closed coast, which has land on its left', () => {
    const cosLat = 0.69
    const coast = tagged('natural', 'coastline') as OsmWay[]
    const starts = coast.map(({ refs }) => refs[0]).sort()
    expect(starts).toEqual(coast.map(({ refs }) => refs.at(-1)).sort())
    for (const way of coast.filter(({ refs }) => refs.length > 20)) {
      const points = line(way)
      let onLeft = 0
      for (let i = 1; i < points.length; i++) {
        const [a, b] = [points[i - 1]!, points[i]!]
        const lat = (a.lat + b.lat) / 2
        const lon = (a.lon + b.lon) / 2
        const length = distanceMeters(a, b)
        // 40 m to the left of the middle of the segment.
        const north = (((b.lon - a.lon) * 40) / length) * cosLat
        const west = ((b.lat - a.lat) * 40) / length / cosLat
        if (heightMeters(lat + north, lon - west) > 0) onLeft++
      }
      expect(onLeft / (points.length - 1)).toBeGreaterThan(0.85)
    }
  })
})

describe('the land', () => {
  let image: GeoTIFFImage
  let heights: Float32Array

  beforeAll(async () => {
    const bytes = await readFile(files.dem)
    const tiff = await fromArrayBuffer(new Uint8Array(bytes).buffer)
    expect(await tiff.getImageCount()).toBe(3)
    image = await tiff.getImage()
    heights = (await image.readRasters({ interleave: true })) as unknown as Float32Array
  })

  test('is a geographic grid of whole arc-seconds over the bounds', () => {
    const halfPixel = 0.5 / 3600
    const [west, south, east, north] = image.getBoundingBox()
    expect(west).toBeCloseTo(bounds.minLon - halfPixel, 9)
    expect(south).toBeCloseTo(bounds.minLat - halfPixel, 9)
    expect(east).toBeCloseTo(bounds.maxLon + halfPixel, 9)
    expect(north).toBeCloseTo(bounds.maxLat + halfPixel, 9)
    expect(image.getGeoKeys()?.GeographicTypeGeoKey).toBe(4326)
    expect(heights.some((height) => !Number.isFinite(height) || height < 0)).toBe(false)
  })

  test('has the true height at the middle of every pixel', () => {
    const [width, height] = [image.getWidth(), image.getHeight()]
    const pixel = fc.record({
      column: fc.integer({ min: 0, max: width - 1 }),
      row: fc.integer({ min: 0, max: height - 1 }),
    })
    fc.assert(
      fc.property(pixel, ({ column, row }) => {
        const lat = bounds.maxLat - row / 3600
        const lon = bounds.minLon + column / 3600
        expect(Math.abs(heights[row * width + column]! - heightMeters(lat, lon))).toBeLessThan(0.1)
      }),
      { numRuns: runs(3_000) },
    )
  })

  test('rises above 1,500 m at the peak, is level on the lake and at 0 at sea', () => {
    expect(truth.peak.heightMeters).toBeGreaterThan(1_500)
    expect(heightMeters(truth.peak.lat, truth.peak.lon)).toBeCloseTo(truth.peak.heightMeters, 0)
    expect(heights.reduce((a, b) => Math.max(a, b))).toBeLessThan(truth.peak.heightMeters + 1)
    expect(heightMeters(truth.lake.lat, truth.lake.lon)).toBe(truth.lake.levelMeters)
    expect(heightMeters(bounds.minLat, bounds.minLon)).toBe(0)
  })

  test('rises over 500 m above the tunnel and drops over 30 m under the gorge bridge', () => {
    const along = (a: Place, b: Place) =>
      Array.from({ length: 41 }, (_, i) =>
        heightMeters(a.lat + ((b.lat - a.lat) * i) / 40, a.lon + ((b.lon - a.lon) * i) / 40),
      )
    const ridge = along(truth.tunnel.south, truth.tunnel.north)
    expect(Math.max(...ridge) - Math.max(ridge[0]!, ridge.at(-1)!)).toBeGreaterThan(500)
    const gorge = along(truth.bridge.west, truth.bridge.east)
    expect(Math.min(gorge[0]!, gorge.at(-1)!) - Math.min(...gorge)).toBeGreaterThan(30)
  })
})

describe('the stated facts', () => {
  test('are positioned at nodes of roads', () => {
    const onRoads = new Set(
      [...ways.values()]
        .filter(({ tags }) => tags?.highway || tags?.route === 'ferry')
        .flatMap(({ refs }) => refs),
    )
    const { lakesideRoad, passRoad, tunnel, ferry, bridge, tollRoad, roundabout } = truth
    const { lowPassage, noLeftTurn, straightOnly, busStreet } = truth
    const points: Place[] = [
      ...truth.routable,
      ...[
        lakesideRoad,
        passRoad,
        ferry,
        tollRoad,
        roundabout,
        lowPassage,
        busStreet,
        bridge,
      ].flatMap(({ from, to }) => [from, to]),
      ...[noLeftTurn, straightOnly].flatMap(({ from, via, to }) => [from, via, to]),
      passRoad.summit,
      tunnel.south,
      tunnel.north,
      bridge.west,
      bridge.east,
    ]
    const offRoads = points.filter((point) => !onRoads.has(nodeAt(point)?.id ?? -1))
    expect(offRoads).toEqual([])
  })

  test('name the restrictions of the map', () => {
    const via = [...relations.values()]
      .filter(({ tags }) => tags?.type === 'restriction')
      .map(({ members }) => members.find(({ role }) => role === 'via')!.ref)
    expect(via).toEqual([nodeAt(truth.noLeftTurn.via)!.id, nodeAt(truth.straightOnly.via)!.id])
  })

  test('name landmarks and summits that are on the map', () => {
    for (const { name, english, lat, lon } of [truth.peak, ...truth.landmarks]) {
      expect(nodeAt({ lat, lon })?.tags).toMatchObject({ name, 'name:en': english })
    }
  })

  test.each(truth.addresses)(
    'include $street $number, $postcode $city as on the map',
    (address) => {
      const found = tagged('addr:housenumber', address.number).filter(
        ({ tags }) =>
          tags?.['addr:street'] === address.street && tags['addr:city'] === address.city,
      )
      expect(found.some(({ tags }) => tags?.['addr:postcode'] === address.postcode)).toBe(true)
      const at = found.map((house) => {
        const points = 'refs' in house ? line(house as OsmWay).slice(1) : [house as OsmNode]
        const mean = (pick: (node: OsmNode) => number) =>
          points.reduce((sum, node) => sum + pick(node), 0) / points.length
        return { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) }
      })
      expect(Math.min(...at.map((house) => distanceMeters(house, address)))).toBeLessThan(8)
    },
  )
})

test.runIf(withCampaigns)(
  'a second process writes the same bytes of the demo island',
  async () => {
    const other = join(folder, 'again')
    const module = new URL('../../demo-island/index.ts', import.meta.url).href
    const script = `const { writeDemoSources } = await import(${JSON.stringify(module)})
await writeDemoSources(${JSON.stringify(other)})`
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const digest = async (path: string) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    expect(await digest(join(other, 'demo.osm.pbf'))).toBe(await digest(files.osm))
    expect(await digest(join(other, 'demo.dem.tif'))).toBe(await digest(files.dem))
  },
  90_000,
)
