import type { LatLon } from '#ground/geo'
import {
  type Costing,
  type Engine,
  type EngineLocateEdge,
  type EngineLocateItem,
  makePolygonFinder,
} from '#routing/engine'

interface LocateQuery extends Costing {
  locations: readonly LatLon[]
  verbose: boolean
}

/** Radii of the searches for other roads, metres. In a town the last contains hundreds. */
const radiiMeters = [50, 200, 600]

/**
 * Finds the nearest roads that are not excluded, within 600 m of a location whose nearest road is excluded; the
 * engine's own search ignores exclusions. A road counts as excluded when its nearest point lies inside an excluded
 * polygon, or when it is the nearest road of an excluded location.
 */
export async function findOpenRoads(
  engine: Engine,
  query: LocateQuery,
  signal?: AbortSignal,
): Promise<EngineLocateItem[]> {
  const isOpen = await makeOpenTest(engine, query, signal)
  const found: EngineLocateItem[] = []
  let missing: number[] = []
  const keep = (index: number, edges: readonly EngineLocateEdge[]) => {
    const open = edges.filter(isOpen)
    if (open.length === 0 && edges.length > 0) missing.push(index)
    // The engine lists all roads of a crossing. Roads that are farther away do not belong to it.
    const meters = open[0]?.distance ?? 0
    const crossing = open.filter(({ distance = 0 }) => distance <= meters)
    found[index] = { edges: crossing.length > 0 ? crossing : null, nodes: null }
  }
  const ask = async (indices: readonly number[], radius?: number) => {
    const locations = indices.map((i) => ({ ...query.locations[i]!, ...(radius && { radius }) }))
    const asked = { ...query, locations, verbose: true }
    const items = await engine.call<EngineLocateItem[]>('locate', asked, signal)
    for (const [at, index] of indices.entries()) keep(index, items[at]!.edges ?? [])
  }
  await ask([...query.locations.keys()])
  for (const radius of radiiMeters) {
    const again = missing
    missing = []
    if (again.length > 0) await ask(again, radius)
  }
  return found
}

/** Makes a predicate: whether an edge is open. */
async function makeOpenTest(
  engine: Engine,
  query: LocateQuery,
  signal?: AbortSignal,
): Promise<(edge: EngineLocateEdge) => boolean> {
  const { exclude_locations, costing, costing_options } = query
  const polygonAt = makePolygonFinder(query)
  const closed = new Set<number>()
  if (exclude_locations) {
    const locate = { locations: exclude_locations, costing, costing_options, verbose: true }
    const items = await engine.call<EngineLocateItem[]>('locate', locate, signal)
    for (const { edges } of items) for (const { edge_id } of edges ?? []) closed.add(edge_id!.value)
  }
  return ({ correlated_lat, correlated_lon, edge_id }) =>
    !closed.has(edge_id!.value) && polygonAt({ lat: correlated_lat, lon: correlated_lon }) < 0
}
