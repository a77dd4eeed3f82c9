import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Manifest } from '#ground/dataset'
import cairn from '../package.json' with { type: 'json' }
import { engineVersion } from './engine/index.ts'
import { RegionError } from './errors.ts'

/** Absolute paths of existing files. */
export interface Inputs {
  osm: readonly string[]
  dem: readonly string[]
  landcover: readonly string[]
}

type Source = Manifest['sources'][number]

/**
 * Returns a text that identifies the inputs of a build's steps: its files by path, size and time, its versions and its
 * options.
 */
export async function identifyInputs(inputs: Inputs, options: object): Promise<string> {
  const files = await Promise.all(
    Object.values(inputs)
      .flat()
      .map(async (path) => {
        const { size, mtimeMs } = await stat(path)
        return { path, size, mtimeMs }
      }),
  )
  const versions = { cairn: cairn.version, engineVersion }
  return JSON.stringify({ files, versions, options })
}

/** Returns the absolute path of an existing file. */
export async function resolveExistingFile(path: string): Promise<string> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new RegionError(`There is no file ${path}.`)
    throw new RegionError(`${path} cannot be read: ${error.message}`)
  })
  if (!facts.isFile()) throw new RegionError(`${path} is not a file.`)
  return resolve(path)
}

export async function describeSources(
  { osm, dem, landcover }: Inputs,
  signal: AbortSignal | undefined,
  onProgress: (fraction: number) => void,
): Promise<Source[]> {
  const files = [
    ...osm.map((path) => ({ kind: 'osm' as const, path })),
    ...dem.map((path) => ({ kind: 'dem' as const, path })),
    ...landcover.map((path) => ({ kind: 'landcover' as const, path })),
  ]
  const sources: Source[] = []
  for (const [i, { kind, path }] of files.entries()) {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
      hash.update(chunk)
      size += chunk.length
    }
    sources.push({ kind, name: basename(path), size, sha256: hash.digest('hex') })
    onProgress(((i + 1) / files.length) * 0.99)
  }
  return sources
}
