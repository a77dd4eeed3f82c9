import type { LatLon } from '#ground/geo'
import {
  assembleOutline,
  buildSea,
  isCoast,
  isRing,
  joinCoastLines,
  Multipolygons,
  type Vertices,
} from '../features/index.ts'
import { AllNodes, inspectOsm, type NodeTable, OsmSource, type OsmTags } from '../osm/index.ts'
import { AreaPolygon } from '../places/index.ts'
import { Boundaries } from './boundaries.ts'
import { nestPolygons } from './polygons.ts'
import { areaPlacements, type Placement, placeLine, placePoint } from './schema/index.ts'
import { type MapShape, projectLine, projectPosition } from './shape.ts'

/** A shape at zoom level 0 and its placement. Drawings of one object share their shape, and follow each other. */
export interface PlacedShape {
  placement: Placement
  shape: MapShape
}

export interface GatherOptions {
  signal?: AbortSignal | undefined
  /** Called with the share of the work done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/** Shares of the work of the four passes: relations, ways, nodes, ways again. */
const passShares = [0.05, 0.1, 0.35, 0.45]

/**
 * Yields the drawings of OpenStreetMap extracts, in batches: nodes, ways, multipolygons, boundaries, then the sea. The
 * order depends on the files alone. Memory holds the coordinates of all nodes, most of which are drawn.
 *
 * @param osmPaths `.osm.pbf` files.
 * @throws RegionError for damaged files, and the reason of the signal.
 */
export async function* gatherDrawings(
  osmPaths: readonly string[],
  { signal, onProgress }: GatherOptions = {},
): AsyncGenerator<PlacedShape[]> {
  const source = new OsmSource(osmPaths)
  const during = (pass: number) => {
    const before = passShares.slice(0, pass).reduce((sum, share) => sum + share, 0)
    return { signal, onProgress: (f: number) => onProgress?.(before + f * passShares[pass]!) }
  }
  const multipolygons = new Multipolygons()
  const boundaries = new Boundaries()
  await source.visit(
    {
      relation(id, members, tags) {
        multipolygons.addRelation(id, members, tags)
        boundaries.addRelation(id, members, tags)
      },
    },
    during(0),
  )

  await source.visit(
    {
      wantsWay: (id) => multipolygons.hasWay(id) || boundaries.hasWay(id),
      way(id, refs, tags) {
        multipolygons.addWay(id, refs, tags)
        boundaries.addWay(id, refs, tags)
      },
    },
    during(1),
  )
  const areas = multipolygons.listSettled()

  /** Drawings of the current block. */
  const made: PlacedShape[] = []
  const allNodes = new AllNodes()
  const reading = source.blocks(
    {
      node(id, lat, lon, tags) {
        allNodes.add(id, lat, lon)
        if (!tags) return
        const shape = { type: 'point', at: projectPosition(lon, lat) } as const
        for (const placement of placePoint(tags)) made.push({ placement, shape })
      },
    },
    during(2),
  )
  for await (const _ of reading) yield made.splice(0)

  const nodes = allNodes.table()
  const coast: (readonly number[])[] = []
  const drawing = source.blocks(
    {
      way(id, refs, tags) {
        if (isCoast(tags)) coast.push(refs)
        addDrawingsOfWay(made, { refs, tags, nodes, isAbsorbed: multipolygons.isAbsorbed(id) })
      },
    },
    during(3),
  )
  for await (const _ of drawing) yield made.splice(0)

  for (const { tags, ways } of areas) {
    signal?.throwIfAborted()
    const members = ways.map((way) => multipolygons.nodesOfWays.get(way) ?? [])
    const placements = areaPlacements({ ...tags, type: 'multipolygon' })
    yield placeArea(placements, assembleOutline(members, nodes).rings)
  }
  for (const { placement, lines } of boundaries.lines(nodes))
    yield [{ placement, shape: { type: 'line', lines: lines.map(projectLine) } }]
  for (const { placement, rings } of boundaries.areas(nodes)) yield placeArea([placement], rings)
  yield* gatherSea(osmPaths, coast, nodes)
  onProgress?.(1)
}

function isArea(refs: readonly number[], tags: OsmTags): boolean {
  return refs.length > 3 && refs[0] === refs[refs.length - 1] && tags.area !== 'no'
}

interface DrawnWay {
  refs: readonly number[]
  tags: OsmTags
  nodes: NodeTable
  /** Whether a relation draws the way's area. */
  isAbsorbed: boolean
}

function addDrawingsOfWay(
  drawings: PlacedShape[],
  { refs, tags, nodes, isAbsorbed }: DrawnWay,
): void {
  const along = placeLine(tags)
  const area = isArea(refs, tags) ? areaPlacements(tags) : []
  if (along.length === 0 && area.length === 0) return
  const stretches = nodes.splitAtUnknown(refs).filter(({ length }) => length >= 4)
  if (stretches.length > 0 && along.length > 0) {
    /** Layers where the area replaces the line. */
    const filled = new Set(area.map(({ layer }) => layer.replace('_polygons', '_lines')))
    const shape: MapShape = { type: 'line', lines: stretches.map(projectLine) }
    for (const placement of along)
      if (!filled.has(placement.layer)) drawings.push({ placement, shape })
  }
  const [ring] = stretches
  // A ring with missing nodes is drawn by its relation, or not at all.
  if (!isAbsorbed && area.length > 0 && stretches.length === 1 && isRing(ring!))
    drawings.push(...placeArea(area, [ring!]))
}

/**
 * Places the drawings of an area.
 *
 * @param rings Longitudes and latitudes.
 */
function placeArea(placements: readonly Placement[], rings: readonly Vertices[]): PlacedShape[] {
  if (rings.length === 0 || placements.length === 0) return []
  const polygons = nestPolygons(rings.map(projectLine))
  if (polygons.length === 0) return []
  let measured: AreaPolygon | undefined
  const area = () => (measured ??= new AreaPolygon(rings.map(toPositions)))
  const shape: MapShape = { type: 'polygon', polygons }
  return placements.map((placement) => {
    const way_area = placement.withArea ? Math.round(area().areaSquareMeters) : undefined
    const { attributes, isLabel } = placement
    const full = { ...placement, attributes: { ...attributes, way_area } }
    if (!isLabel) return { placement: full, shape }
    const { lon, lat } = area().findInnerPoint()
    return { placement: full, shape: { type: 'point', at: projectPosition(lon, lat) } }
  })
}

function toPositions(ring: Vertices): LatLon[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({
    lat: ring[2 * i + 1]!,
    lon: ring[2 * i]!,
  }))
}

async function* gatherSea(
  osmPaths: readonly string[],
  coast: readonly (readonly number[])[],
  nodes: NodeTable,
): AsyncGenerator<PlacedShape[]> {
  if (coast.length === 0) return
  const lines = joinCoastLines(coast, nodes)
  for (const path of osmPaths) {
    const { bounds } = await inspectOsm(path)
    const placement = { layer: 'ocean', minZoom: 0, attributes: { kind: 'ocean' } } as const
    yield placeArea([placement], buildSea(bounds, lines).rings)
  }
}
