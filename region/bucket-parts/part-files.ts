import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { Storage } from '#platform/storage'
import { restrictionFiles } from '../parts/index.ts'
import { readRecord } from './plan.ts'
import { readFileSize, readStored, StoredFile, storeFiles } from './stored-file.ts'

/** File name as in the engine's folder. */
const FileName = z.union([
  z.string().regex(/^2\/\d{3}\/\d{3}\/\d{3}\.gph$/),
  z.enum(restrictionFiles),
])

/** Directory of a finished part, whose tiles and restrictions are stored as one object. */
export const PartFiles = z.object({
  /** `cutFrom` of the part's plan. */
  cutFrom: z.string(),
  stored: StoredFile,
  files: z.array(z.object({ name: FileName, size: z.int() })),
})
export type PartFiles = z.output<typeof PartFiles>

const filesKey = (prefix: string, part: number): string => `${prefix}part-${part}.json`

/** Reads the directory of a finished part, or returns undefined if it is not finished. Parts are counted from 1. */
export function readPartFiles(
  storage: Storage,
  prefix: string,
  part: number,
): Promise<PartFiles | undefined> {
  return readRecord(storage, filesKey(prefix, part), PartFiles)
}

/** Stores the files of a part. The last object marks the part as finished. */
export async function storePartFiles(
  storage: Storage,
  prefix: string,
  part: {
    number: number
    cutFrom: string
    folder: string
    names: readonly string[]
    signal?: AbortSignal | undefined
  },
): Promise<PartFiles> {
  const { number, cutFrom, folder, names, signal } = part
  const paths = names.map((name) => join(folder, name))
  const sizes = await Promise.all(paths.map(readFileSize))
  const stored = await storeFiles(storage, `${prefix}part-${number}.tiles`, paths, signal)
  const files = PartFiles.parse({
    cutFrom,
    stored,
    files: names.map((name, i) => ({ name, size: sizes[i]! })),
  })
  await storage.put(filesKey(prefix, number), JSON.stringify(files))
  return files
}

/**
 * Writes the files of a part.
 *
 * @throws RegionError if they differ from the stored ones.
 */
export async function unpackPartFiles(
  storage: Storage,
  { stored, files }: PartFiles,
  toPath: (name: string) => string,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = [...files]
  let file: FileHandle | undefined
  let left = 0
  const next = async (): Promise<FileHandle> => {
    const { name, size } = waiting.shift()!
    await mkdir(dirname(toPath(name)), { recursive: true })
    left = size
    return await open(toPath(name), 'w')
  }
  try {
    for await (const bytes of readStored(storage, stored, signal)) {
      for (let at = 0; at < bytes.length; ) {
        file ??= await next()
        const piece = bytes.subarray(at, at + left)
        await file.writeFile(piece)
        at += piece.length
        left -= piece.length
        if (left > 0) continue
        await file.close()
        file = undefined
      }
    }
    // The remaining files are empty.
    while (waiting.length > 0) await (await next()).close()
  } finally {
    await file?.close()
  }
}
