import { hash } from 'node:crypto'

/** Returns the name of the file with header and checksums of a raster; see docs/datasets.md. */
export function nameChecksums(raster: string): string {
  return `${raster}.checksums`
}

export const magic = 'CAIRNSUM'
export const version = 1
/** Size of the prefix: magic, version, size of the header, number of tiles. */
export const prefixBytes = 20
/** Bytes kept of each SHA-256: accidental collisions once in 2^128. */
export const checksumBytes = 16

/** Checksums of the stored bytes of each tile of a raster. */
export class TileChecksums {
  readonly #bytes: Buffer

  /** @param bytes Checksums of all tiles in row order. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  matches(tile: number, packed: Uint8Array): boolean {
    const at = tile * checksumBytes
    return computeChecksum(packed).equals(this.#bytes.subarray(at, at + checksumBytes))
  }
}

/** Computes the checksum of a tile. Takes 0.03 ms for 50 KB, little compared with inflating them. */
export function computeChecksum(packed: Uint8Array): Buffer {
  return hash('sha256', packed, 'buffer').subarray(0, checksumBytes)
}

/**
 * Parses the output of `writeChecksums`.
 *
 * @throws Error for any other bytes.
 */
export function parseChecksums(bytes: Uint8Array): {
  header: Uint8Array
  checksums: TileChecksums
} {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (all.toString('latin1', 0, magic.length) !== magic) throw new Error('it has no checksums')
  const found = all.readUInt32LE(8)
  if (found !== version)
    throw new Error(`its checksums are of version ${found}, and this code reads ${version}`)
  const end = prefixBytes + all.readUInt32LE(12)
  if (all.length !== end + checksumBytes * all.readUInt32LE(16))
    throw new Error('its checksums are cut short')
  return { header: all.subarray(prefixBytes, end), checksums: new TileChecksums(all.subarray(end)) }
}
