import { LargeSet } from '#platform/large-data'
import { freeBytes, type OsmBlob, OsmPbfFile } from './blobs.ts'
import { nodes, type OsmVisitor, readBlock, relations, ways } from './objects.ts'

export type { OsmMember, OsmTags, OsmVisitor } from './objects.ts'

/** Options of one pass over the files. */
export interface PassOptions {
  signal?: AbortSignal | undefined
  /** Receives the fraction of the bytes read so far. */
  onProgress?: ((fraction: number) => void) | undefined
}

/** A blob with objects, and the path of its file. */
interface DataBlob {
  path: string
  blob: OsmBlob
  /** Bit mask of the kinds of objects in it; undefined until a search or the first visit finds them. */
  kinds?: number
}

/**
 * OSM PBF files, read block by block, any number of times. An object in several files is visited once;
 * untagged nodes may be visited again, since they are only coordinates.
 */
export class OsmSource {
  readonly #paths: readonly string[]
  #blobs: DataBlob[] | undefined

  constructor(paths: readonly string[]) {
    this.#paths = paths
  }

  /**
   * Visits all objects.
   *
   * @throws RegionError for damaged files, and the reason of the signal.
   */
  async visit(visitor: OsmVisitor, options: PassOptions = {}): Promise<void> {
    for await (const _ of this.blocks(visitor, options));
  }

  /**
   * Visits one block at each step, so that the caller can process the visitor's results in between. The caller may
   * stop at any step.
   *
   * @throws RegionError for damaged files, and the reason of the signal.
   */
  async *blocks(
    visitor: OsmVisitor,
    { signal, onProgress }: PassOptions = {},
  ): AsyncGenerator<void> {
    const wantedKinds =
      (visitor.node ? nodes : 0) | (visitor.way ? ways : 0) | (visitor.relation ? relations : 0)
    const files = new Map<string, OsmPbfFile>()
    try {
      for (const path of this.#paths) files.set(path, await OsmPbfFile.open(path))
      this.#blobs ??= await listBlobs(files)
      const wantedBlobs = this.#blobs.filter(
        ({ kinds }) => kinds === undefined || (kinds & wantedKinds) !== 0,
      )
      const uniqueVisitor = files.size > 1 ? skipRepeats(visitor) : visitor
      const totalBytes = wantedBlobs.reduce((sum, { blob }) => sum + blob.size, 0)
      let doneBytes = 0
      const open = ({ path, blob }: DataBlob) => {
        const bytes = files.get(path)!.read(blob)
        // Avoids an unhandled rejection when the caller stops early.
        bytes.catch(() => {})
        return bytes
      }
      // Another thread unpacks the next block while this one is visited.
      let nextBytes = wantedBlobs[0] && open(wantedBlobs[0])
      for (const [i, dataBlob] of wantedBlobs.entries()) {
        signal?.throwIfAborted()
        const bytes = await nextBytes!
        const next = wantedBlobs[i + 1]
        nextBytes = next && open(next)
        dataBlob.kinds = visitBlock(bytes, uniqueVisitor, dataBlob, files.get(dataBlob.path)!)
        freeBytes(bytes)
        yield
        doneBytes += dataBlob.blob.size
        onProgress?.(doneBytes / totalBytes)
      }
    } finally {
      for (const file of files.values()) await file.close()
    }
  }
}

async function listBlobs(files: ReadonlyMap<string, OsmPbfFile>): Promise<DataBlob[]> {
  const all: DataBlob[][] = []
  for (const [path, file] of files) {
    const dataBlobs: DataBlob[] = []
    for await (const blob of file.blobs())
      if (blob.type === 'OSMData') dataBlobs.push({ path, blob })
    await findKinds(file, dataBlobs)
    all.push(dataBlobs)
  }
  return all.flat()
}

/**
 * Finds the kinds of objects in each block by reading only a few of them, so that no pass unpacks blocks in vain:
 * extracts are sorted into nodes, ways and relations. A block without objects could mislead the search; the kinds stay
 * unknown then.
 */
async function findKinds(file: OsmPbfFile, blobs: readonly DataBlob[]): Promise<void> {
  const found = new Map<DataBlob, number>()
  const readKinds = async (dataBlob: DataBlob): Promise<number> => {
    const known = found.get(dataBlob)
    if (known !== undefined) return known
    const kinds = visitBlock(await file.read(dataBlob.blob), {}, dataBlob, file)
    found.set(dataBlob, kinds)
    return kinds
  }
  let start = 0
  for (const kind of [nodes, ways]) {
    let [low, high] = [start, blobs.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const kinds = await readKinds(blobs[middle]!)
      if (kinds === 0) return
      // Bits of later kinds are higher.
      if (kinds >= 2 * kind) high = middle
      else low = middle + 1
    }
    for (const blob of blobs.slice(start, low)) if (!found.has(blob)) found.set(blob, kind)
    start = low
  }
  for (const blob of blobs) blob.kinds = found.get(blob) ?? relations
}

/** Returns a visitor that skips ways, relations and tagged nodes whose id it has seen. */
function skipRepeats({ node, way, relation, ...wanted }: OsmVisitor): OsmVisitor {
  const newIds = () => {
    const seen = new LargeSet<number>()
    return (id: number): boolean => seen.add(id)
  }
  const [isNewNode, isNewWay, isNewRelation] = [newIds(), newIds(), newIds()]
  return {
    ...(node && {
      node: (id, lat, lon, tags) => {
        if (!tags || isNewNode(id)) node(id, lat, lon, tags)
      },
    }),
    ...wanted,
    ...(way && { way: (id, refs, tags) => void (isNewWay(id) && way(id, refs, tags)) }),
    ...(relation && {
      relation: (id, members, tags) => void (isNewRelation(id) && relation(id, members, tags)),
    }),
  } satisfies OsmVisitor
}

/**
 * Visits a block.
 *
 * @returns The bits of the kinds of objects in the block.
 */
function visitBlock(
  bytes: Uint8Array,
  visitor: OsmVisitor,
  { blob }: DataBlob,
  file: OsmPbfFile,
): number {
  try {
    return readBlock(bytes, visitor)
  } catch (cause) {
    throw file.damaged(blob, cause)
  }
}
