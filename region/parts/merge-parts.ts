import { join } from 'node:path'
import { mergeRestrictions } from './restriction-files.ts'
import { readDatasetId, writeNumbers } from './tile-header.ts'

/** Finished parts, whose tiles are in the folder of the whole. */
export interface PartsToMerge {
  tileFolder: string
  /** Names of the tiles. */
  tiles: readonly string[]
  /** Of each part, with its restrictions. */
  folders: readonly string[]
  /** See `CutExtracts`. */
  datasetId: number
  /** Of the extract that the parts were cut from: see `checksumOf`. */
  checksum: bigint
}

/** Makes tiles of parts those of a whole: afterwards the builder can go on with `hierarchy`. */
export async function mergeParts(merge: PartsToMerge): Promise<void> {
  const { tileFolder, tiles, folders, datasetId, checksum } = merge
  const paths = tiles.map((tile) => join(tileFolder, tile))
  let largest = BigInt(datasetId)
  for (const path of paths) {
    const id = await readDatasetId(path)
    if (id > largest) largest = id
  }
  for (const path of paths) await writeNumbers(path, { datasetId: largest, checksum })
  await mergeRestrictions(folders, tileFolder)
}
