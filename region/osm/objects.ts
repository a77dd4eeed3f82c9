import { PbfReader } from 'pbf'
import { cleanName } from '#platform/safe-text'

export type OsmTags = Readonly<Record<string, string>>

export interface OsmMember {
  type: 'node' | 'way' | 'relation'
  ref: number
  role: string
}

/** Callbacks for each object; kinds without a callback are not unpacked. */
export interface OsmVisitor {
  /** `tags` is undefined for a node without any. */
  node?(id: number, lat: number, lon: number, tags: OsmTags | undefined): void
  way?(id: number, nodes: readonly number[], tags: OsmTags): void
  /** Keys of wanted ways: ways without any of them are not visited, and cost next to nothing. */
  wayKeys?: ReadonlySet<string>
  /** Whether a way is visited; the tags of other ways are not unpacked. */
  wantsWay?(id: number, nodes: readonly number[]): boolean
  relation?(id: number, members: readonly OsmMember[], tags: OsmTags): void
}

// Bits for the kinds of objects in a block.
export const nodes = 1
export const ways = 2
export const relations = 4

const noTags: OsmTags = Object.freeze({})

interface Block {
  texts: Texts
  granularity: number
  latOffset: number
  lonOffset: number
}

/**
 * Limits for a block, far above those of any writer (osmium 8,000 objects; the OpenStreetMap API 2,000
 * nodes of a way, 32,000 members, 255 characters): a block of 30 kB may unpack to 32 MiB, which without
 * limits could become gigabytes of objects.
 */
const max = { texts: 2_000_000, textBytes: 65_536, listEntries: 1_000_000 }

/**
 * The text table of a block, decoded on demand. Anyone can write a tag: each text becomes one line, see `cleanName`.
 */
class Texts {
  readonly #block: Buffer
  readonly #reader: PbfReader
  /** Offset of each text, at its length prefix. */
  #starts = new Uint32Array(1024)
  #count = 0
  readonly #decoded: (string | undefined)[] = []

  constructor(block: Uint8Array) {
    this.#block = Buffer.from(block.buffer, block.byteOffset, block.length)
    this.#reader = new PbfReader(block)
  }

  /** Adds the text at the reader's position. */
  add(pbf: PbfReader): void {
    if (this.#count === max.texts) throw new RangeError(`over ${max.texts} texts in the block`)
    if (this.#count === this.#starts.length) {
      const larger = new Uint32Array(2 * this.#starts.length)
      larger.set(this.#starts)
      this.#starts = larger
    }
    this.#starts[this.#count++] = pbf.pos
    const length = pbf.readVarint()
    pbf.pos += length
    if (length > max.textBytes || pbf.pos > pbf.length) throw new RangeError(`a text of ${length}`)
  }

  at(index: number): string {
    const known = this.#decoded[index]
    if (known !== undefined) return known
    if (!(index < this.#count)) throw new RangeError(`no text ${index} in the block`)
    const reader = this.#reader
    reader.pos = this.#starts[index]!
    const length = reader.readVarint()
    const text = cleanName(this.#block.toString('utf8', reader.pos, reader.pos + length))
    this.#decoded[index] = text
    return text
  }
}

/** Visits the objects of a block. Returns the bits of their kinds. */
export function readBlock(bytes: Uint8Array, visitor: OsmVisitor): number {
  const block: Block = { texts: new Texts(bytes), granularity: 100, latOffset: 0, lonOffset: 0 }
  // Two passes: groups may precede the fields needed to read them, and collecting them could take too much memory.
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) pbf.readMessage(readTexts, into.texts)
    else if (tag === 17) into.granularity = pbf.readVarint()
    else if (tag === 19) into.latOffset = pbf.readVarint(true)
    else if (tag === 20) into.lonOffset = pbf.readVarint(true)
  }, block)
  const reader = new PbfReader(bytes)
  let kinds = 0
  for (let tag = reader.nextField(); tag !== 0; tag = reader.nextField()) {
    if (tag !== 2) continue
    const end = readEnd(reader)
    for (let kind = reader.nextField(end); kind !== 0; kind = reader.nextField(end))
      kinds |= readMember(kind, reader, block, visitor)
    assertEnd(reader, end)
  }
  if (reader.pos !== bytes.length) throw new RangeError('the block ends within a field')
  return kinds
}

/**
 * Visits a member of a group.
 *
 * @returns The bit of its kind.
 */
function readMember(kind: number, reader: PbfReader, block: Block, visitor: OsmVisitor): number {
  const { node, way, relation } = visitor
  if (kind === 1 || kind === 2) {
    if (node && kind === 1) readNode(reader.readBytes(), block, node)
    else if (node) readDense(reader.readBytes(), block, node)
    return nodes
  }
  if (kind === 3) {
    if (way) readWay(reader, block, way, visitor)
    return ways
  }
  if (kind !== 4) return 0
  if (relation) readRelation(reader.readBytes(), block, relation)
  return relations
}

/** Reads the length of a message and returns the offset of its end. */
function readEnd(reader: PbfReader): number {
  const end = reader.readVarint() + reader.pos
  if (!(end <= reader.length)) throw new RangeError('a message reaches beyond the block')
  return end
}

function assertEnd(reader: PbfReader, end: number): void {
  if (reader.pos !== end) throw new RangeError('a message ends within a field')
}

function readTexts(tag: number, texts: Texts, pbf: PbfReader): void {
  if (tag === 1) texts.add(pbf)
}

/** Reads a packed or single value into a list, up to a plausible length. */
export function readList(pbf: PbfReader, into: number[], isSigned = false): void {
  const end = pbf.type === 2 ? pbf.readVarint() + pbf.pos : pbf.pos + 1
  while (pbf.pos < end) {
    const count = into.push(isSigned ? pbf.readSVarint() : pbf.readVarint())
    if (count > max.listEntries) throw new RangeError(`over ${max.listEntries} in a list`)
  }
}

function readTags({ texts }: Block, keys: readonly number[], values: readonly number[]): OsmTags {
  if (keys.length !== values.length) throw new RangeError('keys without values')
  if (keys.length === 0) return noTags
  const tags: Record<string, string> = {}
  for (let i = 0; i < keys.length; i++) {
    const value = texts.at(values[i]!)
    // Skip names of invisible characters only.
    if (value !== '') tags[texts.at(keys[i]!)] = value
  }
  return tags
}

function readNode(bytes: Uint8Array, block: Block, visit: NonNullable<OsmVisitor['node']>): void {
  const node = { id: 0, lat: 0, lon: 0, keys: [] as number[], values: [] as number[] }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.id = pbf.readSVarint()
    else if (tag === 2) readList(pbf, into.keys)
    else if (tag === 3) readList(pbf, into.values)
    else if (tag === 8) into.lat = pbf.readSVarint()
    else if (tag === 9) into.lon = pbf.readSVarint()
  }, node)
  const lat = degrees(block.latOffset, block.granularity, node.lat, 90)
  const lon = degrees(block.lonOffset, block.granularity, node.lon, 180)
  visit(
    node.id,
    lat,
    lon,
    node.keys.length > 0 ? readTags(block, node.keys, node.values) : undefined,
  )
}

/** Converts a coordinate to degrees. Offset and granularity are in nanodegrees. */
function degrees(offset: number, granularity: number, value: number, limit: number): number {
  const degrees = (offset + granularity * value) / 1e9
  if (!(Math.abs(degrees) <= limit)) throw new RangeError('a node outside the world')
  return degrees
}

/** Number of nodes of a dense group that are read at a time, so that memory does not grow with the group. */
const denseNodes = 4096
/**
 * Columns of these nodes, from index 1 on. Index 0 is the last value of the previous nodes, the base of the first
 * difference.
 */
const denseIds = [0]
const denseLats = [0]
const denseLons = [0]

/** Reads all columns side by side. */
function readDense(bytes: Uint8Array, block: Block, visit: NonNullable<OsmVisitor['node']>): void {
  const { texts, granularity, latOffset, lonOffset } = block
  const columns: PbfReader[] = []
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag !== 1 && (tag < 8 || tag > 10)) return
    if (pbf.type !== 2 || into[tag]) throw new RangeError('a column in several parts')
    into[tag] = new PbfReader(pbf.readBytes())
  }, columns)
  const ids = columns[1] ?? none()
  const lats = columns[8] ?? none()
  const lons = columns[9] ?? none()
  const tagged = columns[10] ?? none()
  const read = (column: PbfReader, into: number[], limit: number): number =>
    readDifferences(column, column.length, into, 1, limit)
  denseIds[0] = denseLats[0] = denseLons[0] = 0
  while (ids.pos < ids.length) {
    const end = read(ids, denseIds, 1 + denseNodes)
    if (read(lats, denseLats, end) < end || read(lons, denseLons, end) < end)
      throw new RangeError('more nodes than positions')
    for (let i = 1; i < end; i++) {
      let tags: Record<string, string> | undefined
      // A 0 ends the tags of a node; in an empty column no node has tags.
      while (tagged.pos < tagged.length) {
        const key = tagged.readVarint()
        if (key === 0) break
        tags ??= {}
        tags[texts.at(key)] = texts.at(tagged.readVarint())
      }
      visit(
        denseIds[i]!,
        degrees(latOffset, granularity, denseLats[i]!, 90),
        degrees(lonOffset, granularity, denseLons[i]!, 180),
        tags,
      )
    }
    denseIds[0] = denseIds[end - 1]!
    denseLats[0] = denseLats[end - 1]!
    denseLons[0] = denseLons[end - 1]!
  }
  for (const column of [ids, lats, lons])
    if (column.pos !== column.length)
      throw new RangeError('columns of different lengths, or one that ends within a number')
}

function none(): PbfReader {
  return new PbfReader(new Uint8Array())
}

/** Indexes of the tags of the current way in the block's texts. */
const keys: number[] = []
const values: number[] = []
/**
 * Node ids of the current way, followed by leftovers of longer ways: the list is never emptied, because it would have
 * to grow again.
 */
const refs: number[] = []

/** Reads a way in place: of the objects with a message of their own, ways are by far the most frequent. */
function readWay(
  reader: PbfReader,
  block: Block,
  visit: NonNullable<OsmVisitor['way']>,
  { wayKeys, wantsWay }: OsmVisitor,
): void {
  const end = readEnd(reader)
  const start = reader.pos
  if (wayKeys) {
    readKeys(reader, end)
    if (!keys.some((key) => wayKeys.has(block.texts.at(key)))) return
    reader.pos = start
  }
  let id = 0
  let count = 0
  for (let tag = reader.nextField(end); tag !== 0; tag = reader.nextField(end)) {
    if (tag === 1) id = reader.readVarint()
    else if (tag === 8) count = readRefs(reader, refs, count)
  }
  assertEnd(reader, end)
  const nodes = refs.slice(0, count)
  if (wantsWay && !wantsWay(id, nodes)) return
  keys.length = 0
  values.length = 0
  reader.pos = start
  for (let tag = reader.nextField(end); tag !== 0; tag = reader.nextField(end)) {
    if (tag === 2) readList(reader, keys)
    else if (tag === 3) readList(reader, values)
  }
  assertEnd(reader, end)
  visit(id, nodes, readTags(block, keys, values))
}

/** Reads only the keys of a way. */
function readKeys(reader: PbfReader, end: number): void {
  keys.length = 0
  for (let tag = reader.nextField(end); tag !== 0; tag = reader.nextField(end))
    if (tag === 2) readList(reader, keys)
  assertEnd(reader, end)
}

/**
 * Reads the ids of a column of differences, which may consist of several parts.
 *
 * @returns The number of ids.
 */
function readRefs(reader: PbfReader, into: number[], count: number): number {
  const end = reader.type === 2 ? readEnd(reader) : reader.pos + 1
  const read = readDifferences(reader, end, into, count, max.listEntries)
  if (reader.pos < end) throw new RangeError(`over ${max.listEntries} in a list`)
  return read
}

/**
 * Reads differences up to `end` and writes the numbers into a list, after the first `count` numbers and up to `limit`,
 * over its previous contents. Most differences fit in four bytes, which are read without a call each.
 *
 * @returns The count including these numbers.
 */
export function readDifferences(
  reader: PbfReader,
  end: number,
  into: number[],
  count = 0,
  limit = Number.POSITIVE_INFINITY,
): number {
  const { buf } = reader
  let at = count
  let ref = at > 0 ? into[at - 1]! : 0
  let pos = reader.pos
  while (pos < end && at < limit) {
    const start = pos
    let byte = buf[pos++]!
    let value = byte & 0x7f
    for (let shift = 7; byte > 0x7f && shift < 28; shift += 7) {
      byte = buf[pos++]!
      value |= (byte & 0x7f) << shift
    }
    if (byte > 0x7f) {
      reader.pos = start
      ref += reader.readSVarint()
      pos = reader.pos
    } else ref += (value >>> 1) ^ -(value & 1)
    into[at++] = ref
  }
  reader.pos = pos
  return at
}

/** Turns differences into values, in place. */
function sumDifferences(differences: number[]): number[] {
  for (let i = 1; i < differences.length; i++) differences[i]! += differences[i - 1]!
  return differences
}

const memberTypes = ['node', 'way', 'relation'] as const

function readRelation(
  bytes: Uint8Array,
  block: Block,
  visit: NonNullable<OsmVisitor['relation']>,
): void {
  const columns = {
    id: 0,
    keys: [] as number[],
    values: [] as number[],
    roles: [] as number[],
    refs: [] as number[],
    types: [] as number[],
  }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.id = pbf.readVarint()
    else if (tag === 2) readList(pbf, into.keys)
    else if (tag === 3) readList(pbf, into.values)
    else if (tag === 8) readList(pbf, into.roles)
    else if (tag === 9) readList(pbf, into.refs, true)
    else if (tag === 10) readList(pbf, into.types)
  }, columns)
  const members = sumDifferences(columns.refs).map(
    (ref, i): OsmMember => ({
      type: memberTypes[columns.types[i]!] ?? 'relation',
      ref,
      role: block.texts.at(columns.roles[i] ?? 0),
    }),
  )
  visit(columns.id, members, readTags(block, columns.keys, columns.values))
}
