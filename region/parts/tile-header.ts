import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { headerOffsets } from '#routing/tile-archive'

/** Numbers of the whole build in the header of every tile. */
export interface BuildNumbers {
  datasetId: bigint
  checksum: bigint
}

/** Reads the data set's number in a tile: the largest changeset that its builder has seen. */
export async function readDatasetId(path: string): Promise<bigint> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, headerOffsets.datasetId)
    return buffer.readBigUInt64LE()
  } finally {
    await file.close()
  }
}

/** Replaces the numbers of a part by the numbers of the whole build. */
export async function writeNumbers(path: string, { datasetId, checksum }: BuildNumbers) {
  const file = await open(path, 'r+')
  try {
    const numbers = Buffer.alloc(16)
    numbers.writeBigUInt64LE(datasetId)
    numbers.writeBigUInt64LE(checksum, 8)
    await file.write(numbers, 0, 8, headerOffsets.datasetId)
    await file.write(numbers, 8, 8, headerOffsets.checksum)
  } finally {
    await file.close()
  }
}

/**
 * Computes the checksum that the engine stores for its extracts: their MD5, folded (mjolnir/util.cc,
 * `get_pbf_checksum`).
 */
export async function computeChecksum(paths: readonly string[]): Promise<bigint> {
  const hash = createHash('md5')
  for (const path of paths.toSorted())
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  const digest = hash.digest()
  const [low, high] = [digest.readBigUInt64BE(0), digest.readBigUInt64BE(8)]
  return BigInt.asUintN(
    64,
    low ^ BigInt.asUintN(64, high + 0x9e3779b97f4a7c15n + (low << 12n) + (low >> 4n)),
  )
}
