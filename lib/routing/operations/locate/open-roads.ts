import type { LatLon } from '#ground/geo'
import {
  type Costing,
  type Engine,
  type EngineLocateEdge,
  type EngineLocateItem,
  excludingPolygon,
} from '#routing/engine'

interface LocateQuery extends Costing {
  locations: readonly LatLon[]
  verbose: boolean
}

/** Radii in which other roads are looked for, metres: in a town the last has hundreds. */
const radiiMeters = [50, 200, 600]

/**
 * The nearest roads that are not excluded, within 600 m of the location where its nearest one is excluded: the engine's own search knows no exclusions. A road counts as
 * excluded when its nearest point lies inside an excluded polygon, or when it is the nearest road of an
 * excluded location.
 */
export async function openRoads(
  engine: Engine,
  query: LocateQuery,
  signal?: AbortSignal,
): Promise<EngineLocateItem[]> {
  const isOpen = await openRoad(engine, query, signal)
  const found: EngineLocateItem[] = []
  let missing: number[] = []
  const keep = (index: number, edges: readonly EngineLocateEdge[]) => {
    const open = edges.filter(isOpen)
    if (open.length === 0 && edges.length > 0) missing.push(index)
    // The engine names all roads of a crossing; roads that are farther away are none of them.
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

/** Whether an edge is open. */
async function openRoad(
  engine: Engine,
  query: LocateQuery,
  signal?: AbortSignal,
): Promise<(edge: EngineLocateEdge) => boolean> {
  const { exclude_locations, costing, costing_options } = query
  const polygonAt = excludingPolygon(query)
  const closed = new Set<number>()
  if (exclude_locations) {
    const locate = { locations: exclude_locations, costing, costing_options, verbose: true }
    const items = await engine.call<EngineLocateItem[]>('locate', locate, signal)
    for (const { edges } of items) for (const { edge_id } of edges ?? []) closed.add(edge_id!.value)
  }
  return ({ correlated_lat, correlated_lon, edge_id }) =>
    !closed.has(edge_id!.value) && polygonAt({ lat: correlated_lat, lon: correlated_lon }) < 0
}
