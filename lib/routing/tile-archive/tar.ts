export const tarBlockBytes = 512
const indexEntryBytes = 16

/** Position of a tile in a `routing.tar`, bytes. */
export interface TarTile {
  id: number
  start: number
  size: number
}

/**
 * Builds the header of a plain file in a ustar archive, equal on every machine and day. Fields: POSIX.1-1988, `pax`
 * interchange format, ustar.
 */
export function buildUstarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(tarBlockBytes)
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0, 100, 'ascii')
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Returns the size of {@link buildTarIndex}, bytes. */
export function measureTarIndex(tiles: number): number {
  return tarBlockBytes + Math.ceil((tiles * indexEntryBytes) / tarBlockBytes) * tarBlockBytes
}

/**
 * Builds the start of a `routing.tar`: `index.bin` with the start, id and size of every tile (uint64, uint32, uint32,
 * little endian). The engine finds its tiles with this file only.
 */
export function buildTarIndex(tiles: readonly TarTile[]): Buffer {
  const bytes = Buffer.alloc(measureTarIndex(tiles.length))
  buildUstarHeader('index.bin', tiles.length * indexEntryBytes).copy(bytes)
  for (const [i, { id, start, size }] of tiles.entries()) {
    const at = tarBlockBytes + i * indexEntryBytes
    bytes.writeBigUInt64LE(BigInt(start), at)
    bytes.writeUInt32LE(id, at + 8)
    bytes.writeUInt32LE(size, at + 12)
  }
  return bytes
}

/**
 * Reads the ids of the tiles of a `routing.tar` from its index.
 *
 * @param read Reads the bytes from `start` to before `end`.
 * @throws Error when the file does not begin with `index.bin`.
 */
export async function readTarTileIds(
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<number[]> {
  const header = Buffer.from(await read(0, tarBlockBytes)).toString('latin1')
  const size = Number.parseInt(header.slice(124, 136), 8)
  if (!header.startsWith('index.bin\0') || !(size >= 0) || size % indexEntryBytes !== 0)
    throw new Error('the tile archive has no index.bin first')
  if (size === 0) return []
  const index = Buffer.from(await read(tarBlockBytes, tarBlockBytes + size))
  return Array.from({ length: size / indexEntryBytes }, (_, i) =>
    index.readUInt32LE(i * indexEntryBytes + 8),
  )
}
