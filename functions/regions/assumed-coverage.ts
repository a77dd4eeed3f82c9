import { type CoverageFacts, CoveredCells } from '#ground/coverage'
import { type Dataset, readVerified } from '#ground/dataset'
import { intersectBounds } from '#ground/geo'
import { unavailable } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { computeTileBounds, readLevel, readTarTileIds, TileDirectory } from '#routing/tile-archive'

/** Zoom level of the smallest cells, as coarse as the tiles of roads. */
const zoom = 10

/** The engine's tile level with all roads except the largest. */
const localLevel = 2

/**
 * Estimates the coverage of a build of an earlier version, whose manifest does not state it. Roads are assumed in the
 * engine's tiles of local roads, 28 km high, within the box of the extracts; heights in all of that box.
 *
 * @throws ApiError `service_unavailable` when the roads cannot be read.
 */
export async function estimateCoverage(dataset: Dataset, storage: Storage): Promise<CoverageFacts> {
  const { bounds, elevation } = dataset.manifest
  const ids = (await readTileIds(dataset, storage)).filter((id) => readLevel(id) === localLevel)
  const boxes = ids.flatMap((id) => intersectBounds(computeTileBounds(id), bounds))
  const cells = new CoveredCells(zoom)
  for (const box of boxes.length > 0 ? boxes : [bounds]) cells.addBox(box)
  return {
    cells: cells.quadkeys().join(' '),
    areas: cells.areas(),
    elevation: elevation ? [bounds] : [],
  }
}

async function readTileIds(dataset: Dataset, storage: Storage): Promise<readonly number[]> {
  try {
    if (dataset.has('routing.tiles.directory')) {
      const bytes = await readVerified(storage, dataset, 'routing.tiles.directory')
      return [...new TileDirectory(bytes).ids]
    }
    if (!dataset.has('routing.tar')) return []
    const key = dataset.fileKey('routing.tar')
    return await readTarTileIds(async (start, end) => {
      const { bytes } = await storage.get(key, { range: { start, end } })
      return bytes
    })
  } catch (error) {
    throw unavailable(error)
  }
}
