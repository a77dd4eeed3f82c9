import { type OsmBlob, OsmPbfFile } from './blobs.ts'
import { nodes, type OsmVisitor, readBlock, relations, ways } from './objects.ts'

export type { OsmMember, OsmTags, OsmVisitor } from './objects.ts'

export interface PassOptions {
  signal?: AbortSignal | undefined
  /** Called with the share of the bytes that are read. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Waited for after each block. */
  afterBlock?: () => Promise<void>
}

interface KnownBlob {
  path: string
  blob: OsmBlob
  /** Undefined until it was unpacked once. */
  kinds?: number
}

/**
 * OSM PBF files, read as often as wanted, a block at a time. An object that is in several files is
 * visited once (untagged nodes, which are only coordinates, as often as they come).
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
   * Visits a block at each step, so that what the visitor has made of it can be handed on before the
   * next. May be left at any step.
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
        // An early end must not leave a rejection that nobody hears of.
        bytes.catch(() => {})
        return bytes
      }
      // The next block is unpacked by another thread while this one is read.
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
