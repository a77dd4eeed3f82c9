import { basename } from 'node:path'
import { type CoverageFacts, CoveredCells } from '#ground/coverage'
import type { Bounds } from '#ground/geo'
import { RegionError } from '../errors.ts'
import { IdList, NodeTable, OsmSource, type OsmTags } from '../osm/index.ts'
import { isPlaceObject } from '../places/index.ts'

export interface CoverageRequest {
  /** Paths of `.osm.pbf` files. */
  osm: readonly string[]
  signal?: AbortSignal | undefined
  /** Called with the share of the work done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/** Shares of the work of the three passes: ways, nodes, ways again. */
const passShares = [0.2, 0.5, 0.3]

/** Values of `highway` for planned and former roads. */
const noRoads: ReadonlySet<string> = new Set([
  'proposed',
  'planned',
  'construction',
  'abandoned',
  'razed',
  'disused',
])

/**
 * Measures the cells and areas where extracts have roads and places. Ferries do not count: no journey begins on one.
 * Equal extracts produce equal cells.
 *
 * Reads the files three times and keeps only the coordinates of needed nodes: 16 bytes for each, and while they are
 * counted 8 for each reference.
 *
 * @throws RegionError for damaged files and for files without any road or place, and the reason of the signal.
 */
export async function measureCoverage({
  osm,
  signal,
  onProgress,
}: CoverageRequest): Promise<Pick<CoverageFacts, 'cells' | 'areas'>> {
  const source = new OsmSource(osm)
  const during = (pass: number) => {
    const before = passShares.slice(0, pass).reduce((sum, share) => sum + share, 0)
    return { signal, onProgress: (f: number) => onProgress?.(before + f * passShares[pass]!) }
  }
  const needed = new IdList()
  await source.visit(
    {
      way(_, nodes, tags) {
        if (isCovering(tags)) for (const node of nodes) needed.add(node)
      },
    },
    during(0),
  )
  const cells = new CoveredCells()
  const nodes = new NodeTable(needed.sorted())
  await source.visit(
    {
      node(id, lat, lon, tags) {
        nodes.set(id, lat, lon)
        if (tags && isPlaceObject(tags)) cells.add({ lat, lon })
      },
    },
    during(1),
  )
  await source.visit(
    {
      way(_, refs, tags) {
        if (isCovering(tags)) cells.addLine(nodes.line(refs))
      },
    },
    during(2),
  )
  if (cells.isEmpty) {
    const names = osm.map((path) => basename(path)).join(', ')
    throw new RegionError(`There are no roads and no places in ${names}.`)
  }
  return { cells: cells.quadkeys().join(' '), areas: cells.areas().map(roundOutward) }
}

function isCovering(tags: OsmTags): boolean {
  const isRoad = tags.highway !== undefined && !noRoads.has(tags.highway)
  return isRoad || isPlaceObject(tags)
}

/** Rounds a box outwards to whole units of 1e-6 degrees (10 cm). */
function roundOutward({ min_lat, min_lon, max_lat, max_lon }: Bounds): Bounds {
  const down = (degrees: number) => Math.floor(degrees * 1e6) / 1e6
  const up = (degrees: number) => Math.ceil(degrees * 1e6) / 1e6
  return {
    min_lat: down(min_lat),
    min_lon: down(min_lon),
    max_lat: up(max_lat),
    max_lon: up(max_lon),
  }
}
