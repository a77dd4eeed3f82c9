import { zstdDecompressSync } from 'node:zlib'

/** Most blocks inflate to less, and a smaller buffer to begin with takes a third less time. */
const usualBlockBytes = 8 * 1024

/** In a buffer of its own size: zlib gives the beginning of a larger one, which would stay in memory. */
export function decompressed(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(zstdDecompressSync(bytes, { chunkSize: usualBlockBytes }))
}
