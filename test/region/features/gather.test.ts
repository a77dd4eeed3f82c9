import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PointInRings } from '#ground/geo'
import type { GroundFeature, GroundKind } from '../../../region/features/index.ts'
import { type GatherFeaturesOptions, gatherFeatures } from '../../../region/features/index.ts'
import { RegionError } from '../../../region/index.ts'
import { OsmDrawing } from '../osm-drawing.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-ground-'))
})
afterAll(() => rm(folder, { recursive: true }))

let fileCount = 0
async function written(drawing: OsmDrawing): Promise<string> {
  const path = join(folder, `${++fileCount}.osm.pbf`)
  await writeFile(path, drawing.bytes())
  return path
}

async function featuresOf(
  drawings: OsmDrawing | readonly OsmDrawing[],
  options: GatherFeaturesOptions = {},
): Promise<GroundFeature[]> {
  const paths: string[] = []
  for (const drawing of [drawings].flat()) paths.push(await written(drawing as OsmDrawing))
  const features: GroundFeature[] = []
  for await (const feature of gatherFeatures(paths, options)) features.push(feature)
  return features
}

/** Lists features as id, kinds and shape: `way/1 path line`. */
function namesOf(features: readonly GroundFeature[]): string[] {
  return features.map(({ id, kinds, shape }) => `${id.slice(4)} ${kinds.join('+')} ${shape.type}`)
}

/** Returns whether a point (metres east and north in the drawing) is in an area of a kind. */
function isIn(
  features: readonly GroundFeature[],
  drawing: OsmDrawing,
  kind: GroundKind,
  x: number,
  y: number,
): boolean {
  const { lat, lon } = drawing.at(x, y)
  return features.some(
    ({ kinds, shape }) =>
      kinds.includes(kind) &&
      shape.type === 'polygon' &&
      new PointInRings(shape.rings).has(lon, lat),
  )
}

describe('ground features', () => {
  test('come as points, then ways, then relations, with their positions', async () => {
    const drawing = new OsmDrawing()
    const peak = drawing.node(500, 500, { natural: 'peak' })
    drawing.node(510, 500, { amenity: 'bench' })
    const path = drawing.way(
      [
        [0, 0],
        [100, 0],
        [100, 50],
      ],
      { highway: 'path' },
    )
    const outer = drawing.box(0, 0, 1000, 1000)
    const wood = drawing.relation([['way', outer, 'outer']], {
      type: 'multipolygon',
      natural: 'wood',
    })
    const house = drawing.box(10, 10, 20, 20, { building: 'yes' })
    const features = await featuresOf(drawing)
    expect(namesOf(features)).toEqual([
      `node/${peak} scenic point`,
      `way/${path} path line`,
      `way/${house} structure polygon`,
      `relation/${wood} land_cover:wood polygon`,
    ])
    const [first, second] = features
    const at = drawing.at(500, 500)
    if (first?.shape.type !== 'point' || second?.shape.type !== 'line')
      throw new Error('unexpected shapes')
    expect(first.shape.at[0]).toBeCloseTo(at.lon, 7)
    expect(first.shape.at[1]).toBeCloseTo(at.lat, 7)
    const end = drawing.at(100, 50)
    expect(second.shape.line).toHaveLength(6)
    expect(second.shape.line[4]).toBeCloseTo(end.lon, 7)
    expect(second.shape.line[5]).toBeCloseTo(end.lat, 7)
  })

  test('include a field polygon and a fence line for a closed way tagged as both', async () => {
    const drawing = new OsmDrawing()
    const way = drawing.box(0, 0, 100, 100, { landuse: 'farmland', barrier: 'fence' })
    expect(namesOf(await featuresOf(drawing))).toEqual([
      `way/${way} land_cover:field polygon`,
      `way/${way} linear line`,
    ])
  })

  test('include a path polygon for a pedestrian square, but a path line for a closed footway', async () => {
    const drawing = new OsmDrawing()
    const square = drawing.box(0, 0, 50, 50, { highway: 'pedestrian', area: 'yes' })
    const round = drawing.box(100, 0, 150, 50, { highway: 'footway' })
    expect(namesOf(await featuresOf(drawing))).toEqual([
      `way/${square} path polygon`,
      `way/${round} path line`,
    ])
  })

  test('rank small areas over wide areas, and water over land use of its size', async () => {
    const drawing = new OsmDrawing()
    drawing.box(0, 0, 4000, 4000, { natural: 'wood' })
    drawing.box(0, 0, 1000, 1000, { landuse: 'residential' })
    drawing.box(100, 100, 300, 300, { leisure: 'park' })
    drawing.box(0, 0, 4000, 200, { natural: 'water' })
    drawing.box(0, 0, 50, 50, { building: 'yes' })
    const [wood, town, park, river, house] = await featuresOf(drawing)
    expect(town!.rank).toBeGreaterThan(wood!.rank!)
    expect(park!.rank).toBeGreaterThan(town!.rank!)
    expect(river!.rank).toBeGreaterThan(town!.rank!)
    expect(house!.rank).toBeUndefined()
  })

  test('count a large bridge area as scenic, but not a small one', async () => {
    const drawing = new OsmDrawing()
    const bridge = drawing.box(0, 0, 80, 12, { man_made: 'bridge' })
    drawing.box(0, 0, 8, 3, { man_made: 'bridge' })
    expect(namesOf(await featuresOf(drawing))).toEqual([`way/${bridge} scenic polygon`])
  })

  test('count a road on a long bridge as scenic, but not on a short one', async () => {
    const drawing = new OsmDrawing()
    const road = { highway: 'tertiary', bridge: 'yes' }
    for (const meters of [28, 32])
      drawing.way(
        [
          [0, 0],
          [0, meters],
        ],
        road,
      )
    const [short, long] = await featuresOf(drawing)
    expect(short!.kinds).toEqual(['road', 'crossing'])
    expect(long!.kinds).toEqual(['road', 'crossing', 'scenic'])
  })
})

describe('areas of several ways', () => {
  test('keep their holes and consist of several parts', async () => {
    const drawing = new OsmDrawing()
    const corners = [
      drawing.node(0, 0),
      drawing.node(100, 0),
      drawing.node(100, 100),
      drawing.node(0, 100),
    ] as const
    const [a, b, c, d] = corners
    const half = drawing.way([a, b, c])
    const other = drawing.way([a, d, c])
    const hole = drawing.box(40, 40, 60, 60)
    const pond = drawing.box(200, 0, 300, 100, { natural: 'scrub' })
    drawing.relation(
      [
        ['way', half, 'outer'],
        ['way', hole, 'inner'],
        ['way', other, 'outer'],
        ['way', pond, 'outer'],
      ],
      { type: 'multipolygon', landuse: 'forest' },
    )
    const features = await featuresOf(drawing)
    const isWood = (x: number, y: number) => isIn(features, drawing, 'land_cover:wood', x, y)
    expect([isWood(20, 20), isWood(50, 50), isWood(250, 50), isWood(150, 50)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    // An outer way with its own tags is also a feature.
    expect(isIn(features, drawing, 'land_cover:scrub', 250, 50)).toBe(true)
  })

  test('inherit the tags of their outer ways if they have none', async () => {
    const drawing = new OsmDrawing()
    const outer = drawing.box(0, 0, 100, 100, { natural: 'wood', barrier: 'fence' })
    const inner = drawing.box(40, 40, 60, 60, { natural: 'water' })
    drawing.relation(
      [
        ['way', outer, 'outer'],
        ['way', inner, 'inner'],
      ],
      { type: 'multipolygon', source: 'survey' },
    )
    const features = await featuresOf(drawing)
    expect(isIn(features, drawing, 'land_cover:wood', 20, 20)).toBe(true)
    expect(isIn(features, drawing, 'land_cover:wood', 50, 50)).toBe(false)
    expect(isIn(features, drawing, 'land_cover:water', 50, 50)).toBe(true)
    expect(features.filter(({ kinds }) => kinds.includes('linear'))).toHaveLength(1)
  })

  test('keep their holes where an outer way repeats their tags', async () => {
    const drawing = new OsmDrawing()
    const outer = drawing.box(0, 0, 100, 100, { natural: 'wood' })
    const inner = drawing.box(40, 40, 60, 60)
    drawing.relation(
      [
        ['way', outer, 'outer'],
        ['way', inner, 'inner'],
      ],
      { type: 'multipolygon', landuse: 'forest' },
    )
    const features = await featuresOf(drawing)
    expect(isIn(features, drawing, 'land_cover:wood', 20, 20)).toBe(true)
    expect(isIn(features, drawing, 'land_cover:wood', 50, 50)).toBe(false)
  })

  test('are separate where outer ways have different kinds', async () => {
    const drawing = new OsmDrawing()
    const wood = drawing.box(0, 0, 100, 100, { natural: 'wood' })
    const meadow = drawing.box(100, 0, 200, 100, { landuse: 'meadow' })
    drawing.relation(
      [
        ['way', wood, 'outer'],
        ['way', meadow, 'outer'],
      ],
      { type: 'multipolygon' },
    )
    expect(namesOf(await featuresOf(drawing))).toEqual([
      `way/${wood} land_cover:wood polygon`,
      `way/${meadow} land_cover:open polygon`,
    ])
  })

  test('are closed over a small gap at the edge of the data, and left out over a large gap', async () => {
    /** Draws a square lake whose outline lacks one side (1 km) or two. */
    const outline = (missingSides: 0 | 1 | 2) => {
      const drawing = new OsmDrawing()
      const at = (x: number, y: number, id?: number) => drawing.node(x, y, {}, id)
      const nodes = [at(0, 0), at(1000, 0), at(1000, 1000), at(0, 1000)]
      const way = drawing.way(nodes, {}, 9_001)
      const rest = 9_002
      if (missingSides === 0) drawing.way([nodes[3]!, nodes[0]!], {}, rest)
      const ways = missingSides < 2 ? [way, rest] : [drawing.way(nodes.slice(0, 3), {}), rest]
      drawing.relation(
        ways.map((id): ['way', number, string] => ['way', id, 'outer']),
        { type: 'multipolygon', natural: 'water' },
      )
      return drawing
    }
    for (const missingSides of [0, 1] as const) {
      const drawing = outline(missingSides)
      const warnings: string[] = []
      const features = await featuresOf(drawing, { onWarning: (text) => warnings.push(text) })
      expect(isIn(features, drawing, 'land_cover:water', 10, 500)).toBe(true)
      expect(warnings).toEqual([])
    }
    const warnings: string[] = []
    expect(await featuresOf(outline(2), { onWarning: (text) => warnings.push(text) })).toEqual([])
    expect(warnings).toEqual([expect.stringMatching(/cut off .*: 1\. /)])
  })

  test('are left out when the data lacks all their nodes', async () => {
    const drawing = new OsmDrawing()
    drawing.node(0, 0)
    drawing.relation([['way', 77, 'outer']], { type: 'multipolygon', natural: 'wood' })
    drawing.relation([], { type: 'multipolygon', natural: 'wood' })
    drawing.relation([['node', 1, '']], { type: 'multipolygon' })
    drawing.way([5_001, 5_002, 5_003, 5_001], { natural: 'wood' })
    drawing.way([5_001, 5_002], { highway: 'path' })
    drawing.way([], { highway: 'path' })
    drawing.way([1, 1, 1, 1], { building: 'yes' })
    expect(
      namesOf(await featuresOf(drawing)).filter((name) => !name.includes('structure')),
    ).toEqual([])
  })
})

describe('a line with missing nodes', () => {
  test('is split at the missing nodes', async () => {
    const drawing = new OsmDrawing()
    const known = [0, 10, 90, 100].map((x) => drawing.node(x, 0))
    drawing.way([known[0]!, known[1]!, 9_999, known[2]!, known[3]!], { highway: 'path' })
    const lines = (await featuresOf(drawing)).map(({ shape }) =>
      shape.type === 'line' ? shape.line.length : 0,
    )
    expect(lines).toEqual([4, 4])
  })
})

describe('a fence around a field with missing nodes', () => {
  test('is split there, while the field remains closed', async () => {
    const drawing = new OsmDrawing()
    const [a, b, c, d] = [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ].map(([x, y]) => drawing.node(x!, y!))
    const way = drawing.way([a!, b!, 9_999, c!, d!, a!], { landuse: 'meadow', barrier: 'fence' })
    const features = await featuresOf(drawing)
    expect(namesOf(features)).toEqual([
      `way/${way} land_cover:open polygon`,
      `way/${way} linear line`,
      `way/${way} linear line`,
    ])
    expect(isIn(features, drawing, 'land_cover:open', 90, 50)).toBe(true)
  })
})

describe('several extracts', () => {
  /** Draws one of two neighbouring extracts, which share a path and a wood across their border. */
  function extract(side: 'west' | 'east'): OsmDrawing {
    const drawing = new OsmDrawing()
    drawing.node(0, 0, { natural: 'peak' }, 1)
    drawing.node(200, 0, {}, 2)
    drawing.way([1, 2], { highway: 'path' }, 10)
    const west = [
      drawing.node(100, 100, {}, 3),
      drawing.node(0, 100, {}, 4),
      drawing.node(0, 200, {}, 5),
      drawing.node(100, 200, {}, 6),
    ]
    if (side === 'east') {
      drawing.node(200, 100, {}, 7)
      drawing.node(200, 200, {}, 8)
      drawing.way([3, 7, 8, 6], {}, 12)
      drawing.way([1, 7], { barrier: 'wall' }, 13)
    } else drawing.way(west, {}, 11)
    drawing.relation(
      [
        ['way', 11, 'outer'],
        ['way', 12, 'outer'],
      ],
      { type: 'multipolygon', natural: 'wood' },
      20,
    )
    return drawing
  }

  test('yield each object once, joined from its parts in both', async () => {
    const features = await featuresOf([extract('west'), extract('east')])
    expect(namesOf(features)).toEqual([
      'node/1 scenic point',
      'way/10 path line',
      'way/13 linear line',
      'relation/20 land_cover:wood polygon',
    ])
    for (const x of [50, 150])
      expect(isIn(features, extract('east'), 'land_cover:wood', x, 150)).toBe(true)
  })
})

describe('the sea', () => {
  function islandDrawing(): OsmDrawing {
    const drawing = new OsmDrawing()
    drawing.coverBox(-2000, -2000, 2000, 2000)
    const corners = [
      drawing.node(-1000, -1000),
      drawing.node(1000, -1000),
      drawing.node(1000, 1000),
      drawing.node(-1000, 1000),
    ] as const
    const [a, b, c, d] = corners
    // The ways are not in order along the coast.
    drawing.way([c, d], { natural: 'coastline' })
    drawing.way([a, b, c], { natural: 'coastline' })
    drawing.way([d, a], { natural: 'coastline' })
    drawing.box(-1500, 0, -1000, 100, { natural: 'beach' })
    return drawing
  }

  test('surrounds an island up to the bounds of the extract, ranked below beaches', async () => {
    const drawing = islandDrawing()
    const warnings: string[] = []
    const features = await featuresOf(drawing, { onWarning: (text) => warnings.push(text) })
    const isSea = (x: number, y: number) => isIn(features, drawing, 'land_cover:water', x, y)
    expect([isSea(0, 0), isSea(1500, 0), isSea(-1900, -1900), isSea(2100, 0)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    const sea = features.find(({ id }) => id === 'sea')
    const beach = features.find(({ kinds }) => kinds.includes('land_cover:sand'))
    expect(beach!.rank).toBeGreaterThan(sea!.rank!)
    expect(warnings).toEqual([])
  })

  test('stays within the bounds of each of two extracts', async () => {
    const east = new OsmDrawing()
    const [south, north] = [east.node(5000, -3000, {}, 801), east.node(5000, 3000, {}, 802)]
    east.way([south, north], { natural: 'coastline' }, 803)
    east.coverBox(4000, -2000, 6000, 2000)
    const features = await featuresOf([islandDrawing(), east])
    const isSea = (x: number, y: number) => isIn(features, east, 'land_cover:water', x, y)
    expect([isSea(1500, 0), isSea(3000, 0), isSea(4500, 0), isSea(5500, 0)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('is guessed where the coastline ends inside the bounds, with a warning', async () => {
    const drawing = new OsmDrawing()
    drawing.coverBox(-2000, -2000, 2000, 2000)
    drawing.way(
      [
        [0, -1000],
        [0, 1000],
      ],
      { natural: 'coastline' },
    )
    const warnings: string[] = []
    const features = await featuresOf(drawing, { onWarning: (text) => warnings.push(text) })
    expect(isIn(features, drawing, 'land_cover:water', 1000, 1900)).toBe(true)
    expect(isIn(features, drawing, 'land_cover:water', -1000, 1900)).toBe(false)
    expect(warnings).toEqual([expect.stringContaining('coastline')])
  })
})

describe('gathering', () => {
  function town(): OsmDrawing {
    const drawing = new OsmDrawing()
    for (let i = 0; i < 50; i++) {
      drawing.box(i * 30, 0, i * 30 + 10, 10, { building: 'house' })
      drawing.node(i * 30, 50, { natural: 'peak' })
      drawing.way(
        [
          [i * 30, 20],
          [i * 30 + 20, 20],
        ],
        { highway: 'residential' },
      )
    }
    return drawing
  }

  test('returns the same features in the same order when it is repeated', async () => {
    expect(await featuresOf(town())).toEqual(await featuresOf(town()))
  })

  test('reports its progress up to 1', async () => {
    const seen: number[] = []
    await featuresOf(town(), { onProgress: (fraction) => seen.push(fraction) })
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)
    expect(seen.length).toBeGreaterThan(3)
  })

  test('rejects with the reason of an aborted signal', async () => {
    const abort = new AbortController()
    const reason = new Error('enough')
    const path = await written(town())
    const seen: string[] = []
    const gatherAll = async () => {
      for await (const { id } of gatherFeatures([path], { signal: abort.signal })) {
        seen.push(id)
        abort.abort(reason)
      }
    }
    await expect(gatherAll()).rejects.toBe(reason)
    expect(seen.length).toBeLessThan(150)
  })

  test('can be abandoned early', async () => {
    const path = await written(town())
    for await (const { id } of gatherFeatures([path])) {
      expect(id).toMatch(/^osm:node/)
      break
    }
    await rm(path)
  })

  test('refuses damaged files', async () => {
    const path = await written(town())
    const bytes = town().bytes()
    await writeFile(path, bytes.subarray(0, bytes.length - 20))
    await expect(gatherFeatures([path]).next()).rejects.toThrow(RegionError)
    bytes.fill(7, bytes.length - 40)
    await writeFile(path, bytes)
    await expect(gatherFeatures([path]).next()).rejects.toThrow(RegionError)
    await writeFile(path, 'nothing of the kind')
    await expect(gatherFeatures([path]).next()).rejects.toThrow(RegionError)
  })
})
