import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { type ArchivedTile, encodeDirectory } from './directory.ts'
import { encodeSummary, summarizeTile } from './summary.ts'
import { cornerOf, levelOf } from './tile-id.ts'

const compress = promisify(zstdCompress)
/**
 * Matches of at least 6 bytes, among two candidates (2 to the power of `searchLog`): on tiles of Porto 1 % fewer bytes
 * than level 6 by itself, in three quarters of its time. Level 3 takes a third of its time, for 6 % more bytes. Most frames
 * are smaller than a chunk, each of which is a turn of the thread pool.
 */
const compression = {
  chunkSize: 2 ** 20,
  params: {
    [constants.ZSTD_c_compressionLevel]: 6,
    [constants.ZSTD_c_minMatch]: 6,
    [constants.ZSTD_c_searchLog]: 1,
  },
}

/** A tile to be archived. */
export interface TileInput {
  id: number
  read(): Promise<Buffer>
}

/** An archive under way: its bytes, and then its directory. */
export interface TileArchiveWriter {
  /** The frames. To be read to the end, once. */
  frames(): AsyncGenerator<Buffer>
  /** The directory; after `frames`. */
  directory(): Buffer
}

/**
 * Writes an archive of the engine's tiles: a Zstandard frame for the summary of each tile, then one for each tile
 * itself. Equal tiles give equal bytes. Each tile is read twice, so that memory does not grow with the archive.
 *
 * @param options.onProgress Receives the fraction that is done.
 * @throws `Error` for tiles of another major version.
 */
export function writeTileArchive(
  inputs: readonly TileInput[],
  { onProgress = () => {} }: { onProgress?(fraction: number): void } = {},
): TileArchiveWriter {
  const tiles = inputs
    .map((input) => ({ ...input, order: orderOf(input.id) }))
    .sort((a, b) => a.order - b.order || a.id - b.id)
  const entries = tiles.map(
    ({ id }) => ({ id, summarySize: 0, frameSize: 0, size: 0 }) as ArchivedTile,
  )
  let done = 0
  const stepped = () => onProgress(++done / (2 * tiles.length))

  const summaryFrame = async (i: number) => {
    const summary = encodeSummary(summarizeTile(await tiles[i]!.read()))
    const frame = await compress(summary, compression)
    Object.assign(entries[i]!, {
      summarySize: frame.length,
      summaryHash: hash('sha256', frame, 'buffer'),
    })
    stepped()
    return frame
  }
  const tileFrame = async (i: number) => {
    const tile = await tiles[i]!.read()
    const frame = await compress(tile, compression)
    const frameHash = hash('sha256', frame, 'buffer')
    Object.assign(entries[i]!, { size: tile.length, frameSize: frame.length, frameHash })
    stepped()
    return frame
  }
  return {
    async *frames() {
      yield* inOrder(tiles.length, summaryFrame)
      yield* inOrder(tiles.length, tileFrame)
    },
    directory: () => encodeDirectory(entries),
  }
}

/** Tiles of one square degree side by side: what a route needs is read in few ranges. */
function orderOf(id: number): number {
  const { lat, lon } = cornerOf(id)
  return ((Math.floor(lat) + 90) * 360 + Math.floor(lon) + 180) * 3 + levelOf(id)
}

/** The results of `work` for 0 to `count - 1`, in order; as many at a time as there are processors. */
async function* inOrder<T>(count: number, work: (index: number) => Promise<T>): AsyncGenerator<T> {
  const window: Promise<T>[] = []
  const width = availableParallelism()
  for (let next = 0; next < count || window.length > 0; ) {
    while (next < count && window.length < width) {
      const result = work(next++)
      // Awaited below; until then a failure must not end the process.
      result.catch(() => {})
      window.push(result)
    }
    yield await window.shift()!
  }
}
