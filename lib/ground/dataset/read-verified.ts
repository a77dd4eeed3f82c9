import { hash } from 'node:crypto'
import type { Storage } from '#platform/storage'
import { DatasetError } from './errors.ts'
import { convertFaults, type Dataset } from './open.ts'

/**
 * Reads a whole file of a build and compares it with the manifest's SHA-256. A damaged file is read once more, in
 * case it was damaged in transit.
 *
 * @param file A file that the manifest lists.
 * @throws ApiError `service_unavailable` if the file is missing from storage or damaged; its cause says which.
 */
export async function readVerified(
  storage: Storage,
  dataset: Dataset,
  file: string,
): Promise<Uint8Array> {
  const key = dataset.fileKey(file)
  const { sha256 } = dataset.entry(file)!
  return await convertFaults(async () => {
    for (let reads = 0; reads < 2; reads++) {
      const { bytes } = await storage.get(key)
      if (hash('sha256', bytes) === sha256) return bytes
    }
    throw new DatasetError(`${key} is damaged: it has another SHA-256 than its manifest says.`)
  })
}
