import { join } from 'node:path'
import { mergeRestrictions } from './restriction-files.ts'
import { readDatasetId, writeNumbers } from './tile-header.ts'

/** Finished parts whose tiles are in the folder of the whole graph. */
export interface PartsToMerge {
  tileFolder: string
  /** Names of the tiles. */
  tiles: readonly string[]
  /** Folder of each part, with its restrictions. */
  folders: readonly string[]
  /** See `CutExtracts`. */
  datasetId: number
  /** Checksum of the extract that the parts were cut from, see `computeChecksum`. */
  checksum: bigint
}

/** Turns the tiles of parts into tiles of a whole graph. The builder can then continue with `hierarchy`. */
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
