import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formatTileName } from '#routing/tile-archive'
import { cutExtracts } from './cut-extracts.ts'
import { assignToParts } from './membership.ts'

/** The extracts of a part, and the names of its own tiles. */
export interface CutPart {
  osm: readonly string[]
  tiles: readonly string[]
}

export interface CutParts {
  parts: readonly CutPart[]
  /** See `CutExtracts`. */
  datasetId: number
}

interface CutOptions {
  /** Folder for the extracts, with a subfolder for each part. */
  folder: string
  signal?: AbortSignal | undefined
  onProgress(fraction: number): void
}

/** Share of the work done when everything is assigned to parts. */
const assigned = 0.5

/** Divides extracts into at most `parts` parts, and writes the extracts of each part. */
export async function cutParts(
  osm: readonly string[],
  parts: number,
  { folder, signal, onProgress }: CutOptions,
): Promise<CutParts> {
  const membership = await assignToParts(osm, parts, {
    signal,
    onProgress: (fraction) => onProgress(fraction * assigned),
  })
  const folders = membership.parts.map((_, i) => join(folder, `${i + 1}`))
  for (const each of folders) await mkdir(each, { recursive: true })
  const output = (part: number, i: number): string => join(folders[part]!, `extract-${i}.osm.pbf`)
  const { paths, datasetId } = await cutExtracts(osm, membership, output, {
    signal,
    onProgress: (fraction) => onProgress(assigned + fraction * (1 - assigned)),
  })
  const cut = membership.parts.map((tiles, i) => ({
    osm: paths[i]!,
    tiles: tiles.map((tile) => formatTileName(2 + 8 * tile)),
  }))
  return { parts: cut, datasetId }
}
