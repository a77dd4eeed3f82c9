import type * as z from 'zod'
import {
  type Feature,
  type FeatureCollection,
  type LatLon,
  makeFeatureCollection,
  roundPosition,
} from '#ground/geo'
import { untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import {
  type Costing,
  type Engine,
  type EngineLocateItem,
  makeCosting,
  makePolygonFinder,
  maxSnapDistanceMeters,
  moveToRoads,
} from '#routing/engine'
import type { MatrixRequest, MatrixResponse } from '#routing/schemas'
import type { RoutingContext } from '../route/index.ts'
import { computeCells } from './cells.ts'
import { assertPairsWithinLimit, findPairOverLimit } from './distance-limit.ts'
import type { MatrixCells } from './query.ts'

/**
 * Finds the distance and time of the best route from each source to each target. Cells are `null` for a location
 * without a road nearby and for a pair without a route; other cells are not affected.
 *
 * Throws `bad_request` for a pair over the distance limit of the travel type, and `service_unavailable`.
 */
export async function findMatrix(
  engine: Engine,
  request: z.output<typeof MatrixRequest>,
  { signal, warn, timed = untimed }: RoutingContext,
): Promise<z.output<typeof MatrixResponse>> {
  const { sources, targets, travel } = request
  const costing = makeCosting(travel, request, warn)
  const find = async (ends: Ends): Promise<MatrixCells> => {
    const roads = await moveToRoads(engine, [...ends.sources, ...ends.targets], costing, signal)
    const onRoads = {
      ...request,
      sources: roads.slice(0, ends.sources.length),
      targets: roads.slice(ends.sources.length),
    }
    return (
      (await tryWholeMatrix(engine, onRoads, costing, signal)) ??
      (await requestByArea(engine, onRoads, costing, warn, signal))
    )
  }
  const matrix = await timed('engine', () => skipExcluded(request, costing, warn, find))
  return { sources: sources.map(roundPosition), targets: targets.map(roundPosition), matrix }
}

type Ends = Pick<z.output<typeof MatrixRequest>, 'sources' | 'targets'>

/** Fills the cells of all ends outside excluded polygons; all other cells are `null`. */
async function skipExcluded(
  { sources, targets }: Ends,
  costing: Costing,
  warn: (text: string) => void,
  find: (ends: Ends) => Promise<MatrixCells>,
): Promise<MatrixCells> {
  const polygonAt = makePolygonFinder(costing)
  const rows = [...sources.keys()].filter((i) => polygonAt(sources[i]!) < 0)
  const columns = [...targets.keys()].filter((j) => polygonAt(targets[j]!) < 0)
  if (rows.length === sources.length && columns.length === targets.length) {
    return await find({ sources, targets })
  }
  warn('null cells: sources and targets inside exclude_polygons cannot be reached')
  const matrix: MatrixCells = sources.map(() => Array(targets.length).fill(null))
  if (rows.length === 0 || columns.length === 0) return matrix
  const part = { sources: rows.map((i) => sources[i]!), targets: columns.map((j) => targets[j]!) }
  for (const [row, cells] of (await find(part)).entries()) {
    for (const [column, cell] of cells.entries()) matrix[rows[row]!]![columns[column]!] = cell
  }
  return matrix
}

/** Requests the whole matrix in one query, the usual case. Returns undefined if the locations must be separated. */
async function tryWholeMatrix(
  engine: Engine,
  { sources, targets, travel }: z.output<typeof MatrixRequest>,
  costing: Costing,
  signal?: AbortSignal,
): Promise<MatrixCells | undefined> {
  // The pair may have no roads at all, which must not fail the other cells.
  if (findPairOverLimit(sources, targets, travel)) return undefined
  try {
    return await computeCells(engine, { sources, targets, costing }, signal)
  } catch (error) {
    if (error instanceof ApiError && separable.includes(error.code)) return undefined
    throw error
  }
}

/** Errors that the engine raises for the whole matrix because of one location or pair. */
const separable: readonly string[] = ['location_not_routable', 'no_route']

/** Queries locations with a road, for each connected area of the tile set; all other cells are `null`. */
async function requestByArea(
  engine: Engine,
  { sources, targets, travel }: z.output<typeof MatrixRequest>,
  costing: Costing,
  warn: (text: string) => void,
  signal?: AbortSignal,
): Promise<MatrixCells> {
  const located = await engine.call<EngineLocateItem[]>(
    'locate',
    { locations: [...sources, ...targets], ...costing, verbose: false },
    signal,
  )
  const areas = located.map(({ edges }) => {
    const nearest = edges?.[0]
    return nearest && { area: engine.tiles.findArea(readPosition(nearest)) }
  })
  const sourceAreas = areas.slice(0, sources.length)
  const targetAreas = areas.slice(sources.length)
  warnOfMisses(sourceAreas, targetAreas, costing, warn)

  const matrix: MatrixCells = sources.map(() => Array(targets.length).fill(null))
  const parts = [...new Set(sourceAreas.flatMap((located) => (located ? [located.area] : [])))]
    .map((area) => ({
      rows: listIndices(sourceAreas, area),
      columns: listIndices(targetAreas, area),
    }))
    .filter(({ columns }) => columns.length > 0)
  for (const { rows, columns } of parts)
    assertPairsWithinLimit(sources, targets, rows, columns, travel)
  const answers = parts.map(async ({ rows, columns }) => {
    const part = {
      sources: rows.map((i) => sources[i]!),
      targets: columns.map((j) => targets[j]!),
      costing,
    }
    const cells = await computeCells(engine, part, signal)
    for (const [row, i] of rows.entries()) {
      for (const [column, j] of columns.entries()) matrix[i]![j] = cells[row]![column]!
    }
  })
  await Promise.all(answers)
  return matrix
}

/** Connected area of a location that has a road; undefined outside the tiles. */
type LocatedArea = { area: number | undefined } | undefined

/** Returns the indices of the locations in an area. */
function listIndices(areas: readonly LocatedArea[], area: number | undefined): number[] {
  return [...areas.keys()].filter((i) => areas[i] && areas[i].area === area)
}

function warnOfMisses(
  sources: readonly LocatedArea[],
  targets: readonly LocatedArea[],
  { costing }: Costing,
  warn: (text: string) => void,
): void {
  const misses = [
    ...[...sources.keys()].filter((i) => !sources[i]).map((i) => `sources.${i}`),
    ...[...targets.keys()].filter((j) => !targets[j]).map((j) => `targets.${j}`),
  ]
  if (misses.length === 0) return
  const named =
    misses.length > 6
      ? `${misses.slice(0, 5).join(', ')} and ${misses.length - 5} more`
      : misses.join(', ')
  warn(
    `null cells: no road open to ${costing} within ${maxSnapDistanceMeters.toLocaleString('en-US')} m of ${named}`,
  )
}

function readPosition(edge: { correlated_lat: number; correlated_lon: number }): LatLon {
  return { lat: edge.correlated_lat, lon: edge.correlated_lon }
}

/** Converts the matrix to GeoJSON: the sources, then the targets, as points; the cells as a foreign member. */
export function matrixToGeojson({
  sources,
  targets,
  matrix,
}: z.output<typeof MatrixResponse>): FeatureCollection {
  const pointOf =
    (kind: 'source' | 'target') =>
    ({ lat, lon }: LatLon, index: number): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: { kind, index },
    })
  return makeFeatureCollection(
    [...sources.map(pointOf('source')), ...targets.map(pointOf('target'))],
    {
      matrix,
    },
  )
}
