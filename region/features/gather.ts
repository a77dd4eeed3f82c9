import { IdList, inspectOsm, NodeTable, OsmSource, type Tags } from '../osm/index.ts'
import { coastLines, isCoast } from './coast.ts'
import type { GroundFeature, GroundKind, GroundShape, Vertices } from './feature.ts'
import { isFilled, isLine, kindsOfArea, kindsOfLine, kindsOfPoint } from './kinds.ts'
import { lengthMeters } from './measure.ts'
import { Multipolygons } from './multipolygons.ts'
import { assembleOutline, isRing, joined } from './outlines.ts'
import { rankOf, seaRank } from './rank.ts'
import { seaIn } from './sea.ts'

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
 * Ground features of OpenStreetMap extracts: points, then lines and areas of ways, then areas of relations,
 * then the sea. The order depends on the files alone; an object in several files comes once, the sea once
 * per file. Objects below the ground are left out, and areas with too little of their outline in the data.
 *
 * Reads the files four times and keeps the coordinates of needed nodes only: 16 bytes for each, while they
 * are counted 8 for each reference (on land nearly every node is needed, for the buildings), and 8 for
 * each node of coastlines and of ways of multipolygons.
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
  const areas = multipolygons.settled()

  /** Features of the current block. */
  const made: GroundFeature[] = []
  const nodes = new NodeTable(needed.sorted())
  const reading = source.blocks(
    {
      node(id, lat, lon, tags) {
        nodes.set(id, lat, lon)
        const kinds = tags ? kindsOfPoint(tags) : []
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
          made.push(...featuresOfWay(id, refs, tags, nodes, multipolygons.isAbsorbed(id)))
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
    if (isInherited) yield* polygon(osmId, kindsOfArea(tags), outline.rings)
    else yield* featuresOfArea(osmId, tags, outline.rings)
  }
  if (unclosed > 0)
    onWarning?.(
      `Woods, waters and other areas cut off at the edge of the extract with too little to draw them: ${unclosed}. They are left out.`,
    )

  yield* sea(osmPaths, coast, nodes, onWarning)
  onProgress?.(1)
}

function isClosed(refs: readonly number[]): boolean {
  return refs.length > 3 && refs[0] === refs[refs.length - 1]
}

function isArea(refs: readonly number[], tags: Tags): boolean {
  return isClosed(refs) && tags.area !== 'no'
}

function isGround(refs: readonly number[], tags: Tags): boolean {
  return isLine(tags) || (isArea(refs, tags) && kindsOfArea(tags).length > 0)
}

function featuresOfWay(
  id: number,
  refs: readonly number[],
  tags: Tags,
  nodes: NodeTable,
  isAbsorbed: boolean,
): GroundFeature[] {
  const stretches = nodes.stretches(refs)
  if (isArea(refs, tags) && !isAbsorbed) {
    const whole = closed(joined(stretches))
    if (isRing(whole)) return featuresOfArea(`osm:way/${id}`, tags, [whole], stretches)
  }
  return linesOf(`osm:way/${id}`, tags, stretches)
}

/** Closes a line with a straight segment, where nodes are not in the data. */
function closed(ring: Vertices): Vertices {
  const end = ring.length - 2
  if (ring.length < 6 || (ring[0] === ring[end] && ring[1] === ring[end + 1])) return ring
  return joined([ring, ring.subarray(0, 2)])
}

/** The inside of an area, and its outline where that has kinds of its own. */
function featuresOfArea(
  id: string,
  tags: Tags,
  rings: readonly Vertices[],
  outline: readonly Vertices[] = rings,
): GroundFeature[] {
  const isFull = isFilled(tags) || (tags.type === 'multipolygon' && tags.highway !== undefined)
  if (!isFull) return [...polygon(id, kindsOfArea(tags), rings), ...linesOf(id, tags, outline)]
  const around = Math.max(...rings.map(lengthMeters))
  const kinds = new Set([...kindsOfArea(tags), ...kindsOfLine(tags, around)])
  return polygon(id, [...kinds], rings)
}

function polygon(
  id: string,
  kinds: readonly GroundKind[],
  rings: readonly Vertices[],
): GroundFeature[] {
  if (kinds.length === 0) return []
  const rank = rankOf(kinds, rings)
  const shape: GroundShape = { type: 'polygon', rings }
  return [{ id, kinds, shape, ...(rank !== undefined && { rank }) }]
}

function linesOf(id: string, tags: Tags, stretches: readonly Vertices[]): GroundFeature[] {
  const lines = stretches.filter(({ length }) => length >= 4)
  const kinds = kindsOfLine(
    tags,
    lines.reduce((sum, line) => sum + lengthMeters(line), 0),
  )
  if (kinds.length === 0) return []
  return lines.map((line) => ({ id, kinds, shape: { type: 'line', line } }))
}

async function* sea(
  osmPaths: readonly string[],
  coast: readonly (readonly number[])[],
  nodes: NodeTable,
  onWarning: GatherFeaturesOptions['onWarning'],
): AsyncGenerator<GroundFeature> {
  if (coast.length === 0) return
  const lines = coastLines(coast, nodes)
  for (const path of osmPaths) {
    const { bounds } = await inspectOsm(path)
    const { rings, isGuessed } = seaIn(bounds, lines)
    if (rings.length === 0) continue
    if (isGuessed)
      onWarning?.(
        'The coastline ends within the extract; the sea is drawn from there straight to its edge.',
      )
    const shape: GroundShape = { type: 'polygon', rings }
    yield { id: 'sea', kinds: ['land_cover:water'], shape, rank: seaRank }
  }
}
