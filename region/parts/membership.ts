import { IdList, OsmSource, type OsmTags } from '../osm/index.ts'
import { isFerry, Landings, searchArea } from './ferry-areas.ts'
import { IdMasks } from './id-masks.ts'
import { planParts } from './plan-parts.ts'
import {
  listNeighbours,
  listTilesAt,
  noTile,
  type TileCode,
  tileCodeAt,
  tileCount,
  toTile,
} from './tile-grid.ts'

/** Assignment of objects to parts; bit `i` of a mask represents part `i`. */
export interface Membership {
  /** Tiles that each part owns. */
  parts: readonly (readonly number[])[]
  nodes: IdMasks
  ways: IdMasks
}

/** Keys that make the engine drop a closed way (pbfgraphparser.cc, `transform_way`). */
const areaKeys = ['building', 'landuse', 'leisure', 'natural']

/** Whether the engine's builder considers a way at all. */
export function isRoadCandidate(nodes: readonly number[], tags: OsmTags): boolean {
  if (nodes.length < 2) return false
  if (nodes[0] === nodes.at(-1) && areaKeys.some((key) => tags[key] !== undefined)) return false
  for (const _ in tags) return true
  return false
}

/**
 * Assigns the tiles of extracts to parts, and the objects that the engine needs for them. A part contains its own
 * tiles, the ring of tiles around these, the tiles that its own ways lead to, and the areas around ferries that reach
 * into its own tiles. All these tiles are complete: they contain every way in them and every node of such a way. Their
 * nodes are therefore numbered as in a build of the whole extract, and the engine finds everything that it needs
 * around a road.
 */
export async function assignToParts(
  osm: readonly string[],
  wantedParts: number,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress(fraction: number): void },
): Promise<Membership> {
  const source = new OsmSource(osm)
  const pass = (i: number) => ({ signal, onProgress: (done: number) => onProgress((i + done) / 4) })
  const wayIds = new IdList()
  const nodeIds = new IdList()
  const landings = new Landings()
  await source.visit(
    {
      way(id, nodes, tags) {
        if (!isRoadCandidate(nodes, tags)) return
        wayIds.add(id)
        if (isFerry(tags)) landings.addFerry(id, nodes)
        for (const node of nodes) nodeIds.add(node)
      },
    },
    pass(0),
  )
  const ways = new IdMasks(wayIds.sorted())
  const nodes = new IdMasks(nodeIds.sorted())

  const codes = new Uint32Array(nodes.ids.length).fill(noTile)
  const weights = new Map<number, number>()
  await source.visit(
    {
      node(id, lat, lon) {
        const index = nodes.indexOf(id)
        if (index < 0 || codes[index] !== noTile) return
        codes[index] = tileCodeAt(lat, lon)
        const tile = toTile(codes[index])
        weights.set(tile, (weights.get(tile) ?? 0) + 1)
        for (const near of listTilesAt(codes[index])) if (!weights.has(near)) weights.set(near, 0)
      },
    },
    pass(1),
  )
  const parts = planParts(weights, wantedParts)
  const readCode = (id: number): TileCode => codes[nodes.indexOf(id)] ?? noTile
  /** Visits the roads without unpacking their tags. */
  const visitRoads = (i: number, visit: (id: number, refs: readonly number[]) => void) =>
    source.visit(
      {
        wantsWay(id, refs) {
          if (ways.indexOf(id) >= 0) visit(id, refs)
          return false
        },
        way() {},
      },
      pass(i),
    )

  const own = mapOwnTiles(parts)
  const complete = withRing(own)
  await visitRoads(2, (id, refs) => {
    landings.addWay(id, refs)
    const owners = combineMasks(refs, own, readCode)
    if (owners === 0) return
    for (const ref of refs) for (const tile of listTilesAt(readCode(ref))) complete[tile]! |= owners
  })
  for (const node of landings.nodes)
    for (const tile of listTilesAt(readCode(node)))
      completeArea(searchArea(tile, weights), own, complete)
  await visitRoads(3, (id, refs) => {
    const mask = combineMasks(refs, complete, readCode)
    ways.add(id, mask)
    for (const ref of refs) nodes.add(ref, mask)
  })
  return { parts, nodes, ways }
}

function mapOwnTiles(parts: readonly (readonly number[])[]): Uint32Array {
  const masks = new Uint32Array(tileCount)
  for (const [i, tiles] of parts.entries()) for (const tile of tiles) masks[tile]! |= 1 << i
  return masks
}

function withRing(own: Uint32Array): Uint32Array {
  const masks = own.slice()
  for (const [tile, mask] of own.entries())
    if (mask !== 0) for (const neighbour of listNeighbours(tile)) masks[neighbour]! |= mask
  return masks
}

/** Makes an area complete in all parts that own some of its tiles. */
function completeArea(area: ReadonlySet<number>, own: Uint32Array, complete: Uint32Array): void {
  let owners = 0
  for (const tile of area) owners |= own[tile]!
  for (const tile of area) complete[tile]! |= owners
}

/** Returns the bits of all tiles that contain nodes of a way. */
function combineMasks(
  refs: readonly number[],
  masks: Uint32Array,
  codeOf: (id: number) => TileCode,
): number {
  let mask = 0
  let last = noTile
  for (const ref of refs) {
    const code = codeOf(ref)
    if (code === last) continue
    last = code
    for (const tile of listTilesAt(code)) mask |= masks[tile]!
  }
  return mask
}
