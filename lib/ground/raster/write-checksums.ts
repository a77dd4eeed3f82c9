import { type FileHandle, open } from 'node:fs/promises'
import { findDataStart, type ReadBytes, readHeader } from './header.ts'
import { checksumBytes, computeChecksum, magic, prefixBytes, version } from './tile-checksums.ts'

/**
 * Makes the checksums file of a raster, a local cloud-optimised GeoTIFF: its header (all bytes before its tiles),
 * then 16 bytes of the SHA-256 of each tile's stored bytes in row order, zeros for tiles that are not stored.
 *
 * @throws Error when parts of the header come after the tiles, or {@link readHeader} rejects it.
 */
export async function writeChecksums(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read: ReadBytes = async (start, end) => await readBytes(file, start, Math.min(end, size))
    const headerBytes = Math.min(await findDataStart(read), size)
    const header = await readBytes(file, 0, headerBytes)
    const { tileOffsets, tileByteCounts } = await readHeaderIn(header, read)
    const prefix = Buffer.alloc(prefixBytes)
    prefix.write(magic, 'latin1')
    prefix.writeUInt32LE(version, 8)
    prefix.writeUInt32LE(headerBytes, 12)
    prefix.writeUInt32LE(tileOffsets.length, 16)
    const checksums = Buffer.alloc(checksumBytes * tileOffsets.length)
    for (let tile = 0; tile < tileOffsets.length; tile++) {
      const bytes = tileByteCounts[tile]!
      if (bytes === 0) continue
      const start = tileOffsets[tile]!
      computeChecksum(await readBytes(file, start, start + bytes)).copy(
        checksums,
        tile * checksumBytes,
      )
    }
    return Buffer.concat([prefix, header, checksums])
  } finally {
    await file.close()
  }
}

/** Reads the header from its bytes alone. It must equal the header read from the whole file. */
async function readHeaderIn(bytes: Uint8Array, read: ReadBytes) {
  const alone = await readHeader(async (start, end) => bytes.subarray(start, end))
  const { tileOffsets, tileByteCounts } = await readHeader(read)
  const lists = (header: Pick<typeof alone, 'tileOffsets' | 'tileByteCounts'>): string =>
    JSON.stringify([Array.from(header.tileOffsets), Array.from(header.tileByteCounts)])
  if (lists(alone) !== lists({ tileOffsets, tileByteCounts }))
    throw new Error('its header is not all at its beginning')
  return alone
}

async function readBytes(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, end - start))
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) throw new Error('it is cut short')
    filled += bytesRead
  }
  return bytes
}
