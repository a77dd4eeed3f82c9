import type * as z from 'zod'
import { untimed } from '../../concurrency/index.ts'
import { ApiError } from '../../errors/index.ts'
import {
  type Feature,
  type FeatureCollection,
  featureCollection,
  type LatLon,
  roundCoordinate,
} from '../../geo/index.ts'
import {
  type Costing,
  costingFor,
  type Engine,
  type EngineLocateItem,
  maxSnapDistanceMeters,
} from '../engine/index.ts'
import type { RoutingContext } from '../route/index.ts'
import type { MatrixRequest, MatrixResponse } from '../schemas/index.ts'
import { type MatrixCells, matrixCells } from './cells.ts'
import { assertPairsWithinLimit, findPairOverLimit } from './distance-limit.ts'

/**
 * Distance and time of the best way from each source to each target. A location without a road within
 * reach, and a pair without a way, give `null` cells and fail no others.
 *
 * Throws `bad_request` for options that are not valid and for a pair over the distance limit of the
 * travel type, `service_unavailable`.
 */
export async function findMatrix(
  engine: Engine,
  request: z.output<typeof MatrixRequest>,
  { signal, warn, timed = untimed }: RoutingContext,
): Promise<z.output<typeof MatrixResponse>> {
  const { sources, targets, travel } = request
  const costing = costingFor(travel, request.travel_options, warn)
  const matrix = await timed(
    'engine',
    async () =>
      (await tryWholeMatrix(engine, request, costing, signal)) ??
      (await matrixByArea(engine, request, costing, warn, signal)),
  )
  return { sources: sources.map(rounded), targets: targets.map(rounded), matrix }
}

/** The usual case, in which nothing need be located first; undefined in any other. */
async function tryWholeMatrix(
  engine: Engine,
  { sources, targets, travel }: z.output<typeof MatrixRequest>,
  costing: Costing,
  signal?: AbortSignal,
): Promise<MatrixCells | undefined> {
  // It may be far to what has no road at all, which is no fault of the others.
  if (findPairOverLimit(sources, targets, travel)) return undefined
  try {
    return await matrixCells(engine, { sources, targets, costing }, signal)
  } catch (error) {
    if (error instanceof ApiError && separable.includes(error.code)) return undefined
    throw error
  }
}

/** Errors of the engine that come from one location or pair but stand for all. */
const separable: readonly string[] = ['location_not_routable', 'no_route']

/** Asks for what has a road, area by area of the tile set, and leaves the rest `null`. */
async function matrixByArea(
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
    return nearest && { of: engine.tiles.areaOf(positionOf(nearest)) }
  })
  const sourceAreas = areas.slice(0, sources.length)
  const targetAreas = areas.slice(sources.length)
  warnOfMisses(sourceAreas, targetAreas, costing, warn)

  const matrix: MatrixCells = sources.map(() => Array(targets.length).fill(null))
  const parts = [...new Set(sourceAreas.flatMap((area) => (area ? [area.of] : [])))]
    .map((area) => ({ rows: within(sourceAreas, area), columns: within(targetAreas, area) }))
    .filter(({ columns }) => columns.length > 0)
  for (const { rows, columns } of parts)
    assertPairsWithinLimit(sources, targets, rows, columns, travel)
  const answers = parts.map(async ({ rows, columns }) => {
    const part = {
      sources: rows.map((i) => sources[i]!),
      targets: columns.map((j) => targets[j]!),
      costing,
    }
    const cells = await matrixCells(engine, part, signal)
    for (const [row, i] of rows.entries()) {
      for (const [column, j] of columns.entries()) matrix[i]![j] = cells[row]![column]!
    }
  })
  await Promise.all(answers)
  return matrix
}

/** The area of a location that has a road; its number is unknown beside the tiles. */
type Area = { of: number | undefined } | undefined

/** Indices of the locations in an area. */
function within(areas: readonly Area[], area: number | undefined): number[] {
  return [...areas.keys()].filter((i) => areas[i] && areas[i].of === area)
}

function warnOfMisses(
  sources: readonly Area[],
  targets: readonly Area[],
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

function positionOf(edge: { correlated_lat: number; correlated_lon: number }): LatLon {
  return { lat: edge.correlated_lat, lon: edge.correlated_lon }
}

function rounded({ lat, lon }: LatLon): LatLon {
  return { lat: roundCoordinate(lat), lon: roundCoordinate(lon) }
}

/** The sources, then the targets, as points; the matrix as a foreign member. */
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
  return featureCollection([...sources.map(pointOf('source')), ...targets.map(pointOf('target'))], {
    matrix,
  })
}
