import { type OsmBlob, OsmPbfFile } from './blobs.ts'
import { nodes, type OsmVisitor, readBlock, relations, ways } from './objects.ts'

export type { OsmMember, OsmTags, OsmVisitor } from './objects.ts'

export interface PassOptions {
  signal?: AbortSignal | undefined
  /** Receives the fraction of the bytes read. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Awaited after each block. */
  afterBlock?: () => Promise<void>
}

interface KnownBlob {
  path: string
  blob: OsmBlob
  /** Undefined until unpacked once. */
  kinds?: number
}

/**
 * OSM PBF files, read block by block, any number of times. An object in several files is visited once,
 * except untagged nodes, which are only coordinates.
 */
export class OsmSource {
  readonly #paths: readonly string[]
  #blobs: KnownBlob[] | undefined

  constructor(paths: readonly string[]) {
    this.#paths = paths
  }

  /** @throws RegionError for damaged files, and the reason of the signal. */
  async visit(visitor: OsmVisitor, { afterBlock, ...pass }: PassOptions = {}): Promise<void> {
    for await (const _ of this.blocks(visitor, pass)) await afterBlock?.()
  }

  /**
   * Visits one block at each step, so that the caller can process the visitor's results in between. The
   * caller may stop at any step.
   *
   * @throws RegionError for damaged files, and the reason of the signal.
   */
  async *blocks(
    visitor: OsmVisitor,
    { signal, onProgress }: Omit<PassOptions, 'afterBlock'> = {},
  ): AsyncGenerator<void> {
    const wanted =
      (visitor.node ? nodes : 0) | (visitor.way ? ways : 0) | (visitor.relation ? relations : 0)
    const files = new Map<string, OsmPbfFile>()
    try {
      for (const path of this.#paths) files.set(path, await OsmPbfFile.open(path))
      this.#blobs ??= await listBlobs(files)
      const due = this.#blobs.filter(({ kinds }) => kinds === undefined || (kinds & wanted) !== 0)
      const once = files.size > 1 ? visitingOnce(visitor) : visitor
      const totalBytes = due.reduce((sum, { blob }) => sum + blob.size, 0)
      let doneBytes = 0
      const open = ({ path, blob }: KnownBlob) => {
        const bytes = files.get(path)!.read(blob)
        // Avoids an unhandled rejection when the caller stops early.
        bytes.catch(() => {})
        return bytes
      }
      // Another thread unpacks the next block meanwhile.
      let ahead = due[0] && open(due[0])
      for (const [i, known] of due.entries()) {
        signal?.throwIfAborted()
        const bytes = await ahead!
        const following = due[i + 1]
        ahead = following && open(following)
        known.kinds = visitBlock(bytes, once, known, files.get(known.path)!)
        yield
        doneBytes += known.blob.size
        onProgress?.(doneBytes / totalBytes)
      }
    } finally {
      for (const file of files.values()) await file.close()
    }
  }
}

async function listBlobs(files: ReadonlyMap<string, OsmPbfFile>): Promise<KnownBlob[]> {
  const known: KnownBlob[] = []
  for (const [path, file] of files) {
    for await (const blob of file.blobs()) if (blob.type === 'OSMData') known.push({ path, blob })
  }
  return known
}

function visitingOnce({ node, way, relation }: OsmVisitor): OsmVisitor {
  const first = () => {
    const seen = new Set<number>()
    return (id: number): boolean => seen.size !== seen.add(id).size
  }
  const [newNode, newWay, newRelation] = [first(), first(), first()]
  return {
    ...(node && {
      node: (id, lat, lon, tags) => {
        if (!tags || newNode(id)) node(id, lat, lon, tags)
      },
    }),
    ...(way && { way: (id, refs, tags) => void (newWay(id) && way(id, refs, tags)) }),
    ...(relation && {
      relation: (id, members, tags) => void (newRelation(id) && relation(id, members, tags)),
    }),
  } satisfies OsmVisitor
}

function visitBlock(
  bytes: Uint8Array,
  visitor: OsmVisitor,
  { blob }: KnownBlob,
  file: OsmPbfFile,
): number {
  try {
    return readBlock(bytes, visitor)
  } catch (cause) {
    throw file.damaged(blob, cause)
  }
}
