import { IdList, inspectOsm, NodeTable, OsmSource, type OsmTags } from '../osm/index.ts'
import { isCoast, joinCoastLines } from './coast.ts'
import type { GroundFeature, GroundKind, GroundShape, Vertices } from './feature.ts'
import { classifyArea, classifyLine, classifyPoint, isFilled, isLine } from './kinds.ts'
import { measureLength } from './measure.ts'
import { Multipolygons } from './multipolygons.ts'
import { assembleOutline, isRing, joinParts } from './outlines.ts'
import { rankArea, seaRank } from './rank.ts'
import { buildSea } from './sea.ts'

export interface GatherFeaturesOptions {
  signal?: AbortSignal | undefined
  /** Called with the share of the work done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Called with a sentence for each gap in the data. */
  onWarning?: ((text: string) => void) | undefined
}

/** Shares of the work of the four passes: relations, ways, nodes, ways again. */
const passShares = [0.05, 0.2, 0.3, 0.4]

/**
 * Yields the ground features of OpenStreetMap extracts: points, then lines and areas of ways, then areas of relations,
 * then the sea. The order depends on the files alone; an object in several files is yielded once, the sea once per
 * file. Leaves out objects below the ground, and areas whose outline is largely missing.
 *
 * Reads the files four times. Memory: 16 bytes per needed node, which on land is nearly every node because of the
 * buildings; 8 per reference while nodes are counted; 8 per node of a coastline or of a multipolygon's way.
 *
 * @param osmPaths `.osm.pbf` files.
 * @throws RegionError for damaged files, and the reason of the signal.
 */
export async function* gatherFeatures(
  osmPaths: readonly string[],
  { signal, onProgress, onWarning }: GatherFeaturesOptions = {},
): AsyncGenerator<GroundFeature> {
  const source = new OsmSource(osmPaths)
  const during = (pass: number) => {
    const before = passShares.slice(0, pass).reduce((sum, share) => sum + share, 0)
    return { signal, onProgress: (f: number) => onProgress?.(before + f * passShares[pass]!) }
  }

  const multipolygons = new Multipolygons()
  await source.visit(
    { relation: (id, members, tags) => multipolygons.addRelation(id, members, tags) },
    during(0),
  )

  const needed = new IdList()
  const coast: number[][] = []
  await source.visit(
    {
      way(id, nodes, tags) {
        const isPart = multipolygons.addWay(id, nodes, tags)
        if (isCoast(tags)) coast.push([...nodes])
        else if (!isPart && !isGround(nodes, tags)) return
        for (const node of nodes) needed.add(node)
      },
    },
    during(1),
  )
  const areas = multipolygons.listSettled()

  /** Features of the current block. */
  const made: GroundFeature[] = []
  const nodes = new NodeTable(needed.sorted())
  const reading = source.blocks(
    {
      node(id, lat, lon, tags) {
        nodes.set(id, lat, lon)
        const kinds = tags ? classifyPoint(tags) : []
        if (kinds.length > 0)
          made.push({ id: `osm:node/${id}`, kinds, shape: { type: 'point', at: [lon, lat] } })
      },
    },
    during(2),
  )
  for await (const _ of reading) yield* made.splice(0)

  const drawing = source.blocks(
    {
      way(id, refs, tags) {
        if (isGround(refs, tags))
          made.push(...buildWayFeatures(id, refs, tags, nodes, multipolygons.isAbsorbed(id)))
      },
    },
    during(3),
  )
  for await (const _ of drawing) yield* made.splice(0)

  let unclosed = 0
  for (const { id, tags, ways, isInherited } of areas) {
    signal?.throwIfAborted()
    const known = ways.flatMap((way) => [multipolygons.nodesOfWays.get(way) ?? []])
    const outline = assembleOutline(known, nodes)
    unclosed += outline.unclosed
    if (outline.rings.length === 0) continue
    const osmId = `osm:relation/${id}`
    if (isInherited) yield* buildPolygon(osmId, classifyArea(tags), outline.rings)
    else yield* buildAreaFeatures(osmId, tags, outline.rings)
  }
  if (unclosed > 0)
    onWarning?.(
      `Woods, waters and other areas cut off at the edge of the extract with too little to draw them: ${unclosed}. They are left out.`,
    )

  yield* gatherSea(osmPaths, coast, nodes, onWarning)
  onProgress?.(1)
}

function isClosed(refs: readonly number[]): boolean {
  return refs.length > 3 && refs[0] === refs[refs.length - 1]
}

function isArea(refs: readonly number[], tags: OsmTags): boolean {
  return isClosed(refs) && tags.area !== 'no'
}

function isGround(refs: readonly number[], tags: OsmTags): boolean {
  return isLine(tags) || (isArea(refs, tags) && classifyArea(tags).length > 0)
}

function buildWayFeatures(
  id: number,
  refs: readonly number[],
  tags: OsmTags,
  nodes: NodeTable,
  isAbsorbed: boolean,
): GroundFeature[] {
  const stretches = nodes.splitAtUnknown(refs)
  if (isArea(refs, tags) && !isAbsorbed) {
    const whole = closeRing(joinParts(stretches))
    if (isRing(whole)) return buildAreaFeatures(`osm:way/${id}`, tags, [whole], stretches)
  }
  return buildLines(`osm:way/${id}`, tags, stretches)
}

/** Closes a line with a straight segment where the data lacks nodes. */
function closeRing(ring: Vertices): Vertices {
  const end = ring.length - 2
  if (ring.length < 6 || (ring[0] === ring[end] && ring[1] === ring[end + 1])) return ring
  return joinParts([ring, ring.subarray(0, 2)])
}

/** Returns the polygon of an area, and its outline as lines if the outline has kinds that the area does not fill. */
function buildAreaFeatures(
  id: string,
  tags: OsmTags,
  rings: readonly Vertices[],
  outline: readonly Vertices[] = rings,
): GroundFeature[] {
  const isFull = isFilled(tags) || (tags.type === 'multipolygon' && tags.highway !== undefined)
  if (!isFull)
    return [...buildPolygon(id, classifyArea(tags), rings), ...buildLines(id, tags, outline)]
  const around = Math.max(...rings.map(measureLength))
  const kinds = new Set([...classifyArea(tags), ...classifyLine(tags, around)])
  return buildPolygon(id, [...kinds], rings)
}

function buildPolygon(
  id: string,
  kinds: readonly GroundKind[],
  rings: readonly Vertices[],
): GroundFeature[] {
  if (kinds.length === 0) return []
  const rank = rankArea(kinds, rings)
  const shape: GroundShape = { type: 'polygon', rings }
  return [{ id, kinds, shape, ...(rank !== undefined && { rank }) }]
}

function buildLines(id: string, tags: OsmTags, stretches: readonly Vertices[]): GroundFeature[] {
  const lines = stretches.filter(({ length }) => length >= 4)
  const kinds = classifyLine(
    tags,
    lines.reduce((sum, line) => sum + measureLength(line), 0),
  )
  if (kinds.length === 0) return []
  return lines.map((line) => ({ id, kinds, shape: { type: 'line', line } }))
}

async function* gatherSea(
  osmPaths: readonly string[],
  coast: readonly (readonly number[])[],
  nodes: NodeTable,
  onWarning: GatherFeaturesOptions['onWarning'],
): AsyncGenerator<GroundFeature> {
  if (coast.length === 0) return
  const lines = joinCoastLines(coast, nodes)
  for (const path of osmPaths) {
    const { bounds } = await inspectOsm(path)
    const { rings, isGuessed } = buildSea(bounds, lines)
    if (rings.length === 0) continue
    if (isGuessed)
      onWarning?.(
        'The coastline ends within the extract; the sea is drawn from there straight to its edge.',
      )
    const shape: GroundShape = { type: 'polygon', rings }
    yield { id: 'sea', kinds: ['land_cover:water'], shape, rank: seaRank }
  }
}
