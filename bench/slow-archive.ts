import { type FileHandle, open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { TileArchive, TileDirectory } from '#routing/tile-archive'

/**
 * A connection to an object store: latency to the first byte, milliseconds, and bandwidth of all reads together,
 * bytes per second.
 */
export interface Line {
  latencyMs: number
  bytesPerSecond: number
}

/**
 * Opens `routing.tiles` and its directory in a folder, read at the speed of a connection. `reads` counts requests and
 * bytes.
 */
export async function openSlowArchive(
  folder: string,
  line: Line,
): Promise<{ archive: TileArchive; reads: { count: number; bytes: number } }> {
  const file = await open(`${folder}/routing.tiles`)
  const directory = new TileDirectory(await readFile(`${folder}/routing.tiles.directory`))
  const reads = { count: 0, bytes: 0 }
  let freeAt = 0
  const archive = new TileArchive(directory, async ({ start, end }) => {
    reads.count++
    reads.bytes += end - start
    const firstByteAt = Math.max(performance.now() + line.latencyMs, freeAt)
    freeAt = firstByteAt + ((end - start) / line.bytesPerSecond) * 1000
    const wholeAt = freeAt
    const bytes = await readExactly(file, start, end - start)
    await sleep(Math.max(0, wholeAt - performance.now()))
    return bytes
  })
  return { archive, reads }
}

async function readExactly(file: FileHandle, start: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size)
  for (let done = 0; done < size; ) {
    const { bytesRead } = await file.read(bytes, done, size - done, start + done)
    if (bytesRead === 0) throw new Error('the archive ends before its content does')
    done += bytesRead
  }
  return bytes
}
