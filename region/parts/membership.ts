import { IdList, OsmSource, type OsmTags } from '../osm/index.ts'
import { isFerry, Landings, searchArea } from './ferry-areas.ts'
import { IdMasks } from './id-masks.ts'
import { planParts } from './plan-parts.ts'
import {
  neighboursOf,
  noTile,
  type TileCode,
  tileCodeAt,
  tileCount,
  tileOf,
  tilesOf,
} from './tile-grid.ts'

/** What belongs to which part; bit `i` of a mask stands for part `i`. */
export interface Membership {
  /** The tiles that each part is the owner of. */
  parts: readonly (readonly number[])[]
  nodes: IdMasks
  ways: IdMasks
}

/** The engine drops a closed way with one of these keys (pbfgraphparser.cc, `transform_way`). */
const areaKeys = ['building', 'landuse', 'leisure', 'natural']

/** Whether the engine's builder looks at a way at all. */
export function isRoadCandidate(nodes: readonly number[], tags: OsmTags): boolean {
  if (nodes.length < 2) return false
  if (nodes[0] === nodes.at(-1) && areaKeys.some((key) => tags[key] !== undefined)) return false
  for (const _ in tags) return true
  return false
}

/**
 * Assigns the tiles of extracts to parts, and the objects that the engine needs for them. A part has its own
 * tiles, the ring of tiles around these, the tiles that its own ways lead to, and the areas around ferries that reach
 * into its own tiles, all with every way in them and every node of such a way: so the nodes of all these tiles are
 * numbered as in a build of the whole, and what the engine looks at around a road is there.
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
        const tile = tileOf(codes[index])
        weights.set(tile, (weights.get(tile) ?? 0) + 1)
        for (const near of tilesOf(codes[index])) if (!weights.has(near)) weights.set(near, 0)
      },
    },
    pass(1),
  )
  const parts = planParts(weights, wantedParts)
  const codeOf = (id: number): TileCode => codes[nodes.indexOf(id)] ?? noTile
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

  const own = ownTiles(parts)
  const complete = withRing(own)
  await visitRoads(2, (id, refs) => {
    landings.addWay(id, refs)
    const owners = maskOf(refs, own, codeOf)
    if (owners === 0) return
    for (const ref of refs) for (const tile of tilesOf(codeOf(ref))) complete[tile]! |= owners
  })
  for (const node of landings.nodes)
    for (const tile of tilesOf(codeOf(node))) completeArea(searchArea(tile, weights), own, complete)
  await visitRoads(3, (id, refs) => {
    const mask = maskOf(refs, complete, codeOf)
    ways.add(id, mask)
    for (const ref of refs) nodes.add(ref, mask)
  })
  return { parts, nodes, ways }
}

function ownTiles(parts: readonly (readonly number[])[]): Uint32Array {
  const masks = new Uint32Array(tileCount)
  for (const [i, tiles] of parts.entries()) for (const tile of tiles) masks[tile]! |= 1 << i
  return masks
}

function withRing(own: Uint32Array): Uint32Array {
  const masks = own.slice()
  for (const [tile, mask] of own.entries())
    if (mask !== 0) for (const neighbour of neighboursOf(tile)) masks[neighbour]! |= mask
  return masks
}

/** Makes an area complete in all parts that own some of it. */
function completeArea(area: ReadonlySet<number>, own: Uint32Array, complete: Uint32Array): void {
  let owners = 0
  for (const tile of area) owners |= own[tile]!
  for (const tile of area) complete[tile]! |= owners
}

/** The bits of all tiles that the nodes of a way are in. */
function maskOf(
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
    for (const tile of tilesOf(code)) mask |= masks[tile]!
  }
  return mask
}
