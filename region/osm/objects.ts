import { PbfReader } from 'pbf'

export type Tags = Readonly<Record<string, string>>

export interface Member {
  type: 'node' | 'way' | 'relation'
  ref: number
  role: string
}

/** What is called for each object; what is left out is not unpacked. */
export interface OsmVisitor {
  /** `tags` is undefined for a node without any. */
  node?(id: number, lat: number, lon: number, tags: Tags | undefined): void
  way?(id: number, nodes: readonly number[], tags: Tags): void
  relation?(id: number, members: readonly Member[], tags: Tags): void
}

// Bits of what a block holds.
export const nodes = 1
export const ways = 2
export const relations = 4

const noTags: Tags = Object.freeze({})

interface Block {
  texts: Texts
  granularity: number
  latOffset: number
  lonOffset: number
}

/** The text table of a block, decoded as far as it is used. */
class Texts {
  readonly bytes: Uint8Array[] = []
  readonly #decoded: (string | undefined)[] = []

  at(index: number): string {
    const known = this.#decoded[index]
    if (known !== undefined) return known
    const bytes = this.bytes[index]
    if (!bytes) throw new RangeError(`no text ${index} in the block`)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    this.#decoded[index] = text
    return text
  }
}

/** Visits what is in the block; returns the bits of what that is. */
export function readBlock(bytes: Uint8Array, visitor: OsmVisitor): number {
  const block: Block = { texts: new Texts(), granularity: 100, latOffset: 0, lonOffset: 0 }
  const groups: Uint8Array[] = []
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) pbf.readMessage(readTexts, into.texts)
    else if (tag === 2) groups.push(pbf.readBytes())
    else if (tag === 17) into.granularity = pbf.readVarint()
    else if (tag === 19) into.latOffset = pbf.readVarint(true)
    else if (tag === 20) into.lonOffset = pbf.readVarint(true)
  }, block)
  let kinds = 0
  for (const group of groups) {
    kinds = new PbfReader(group).readFields(
      (tag, found: { kinds: number }, pbf) => {
        const { node, way, relation } = visitor
        if (tag === 1 || tag === 2) found.kinds |= nodes
        else if (tag === 3) found.kinds |= ways
        else if (tag === 4) found.kinds |= relations
        if (tag === 1 && node) readNode(pbf.readBytes(), block, node)
        else if (tag === 2 && node) readDense(pbf.readBytes(), block, node)
        else if (tag === 3 && way) readWay(pbf.readBytes(), block, way)
        else if (tag === 4 && relation) readRelation(pbf.readBytes(), block, relation)
      },
      { kinds },
    ).kinds
  }
  return kinds
}

function readTexts(tag: number, texts: Texts, pbf: PbfReader): void {
  if (tag === 1) texts.bytes.push(pbf.readBytes())
}

function tagsOf({ texts }: Block, keys: readonly number[], values: readonly number[]): Tags {
  if (keys.length === 0) return noTags
  const tags: Record<string, string> = {}
  for (let i = 0; i < keys.length; i++) tags[texts.at(keys[i]!)] = texts.at(values[i]!)
  return tags
}

function readNode(bytes: Uint8Array, block: Block, visit: NonNullable<OsmVisitor['node']>): void {
  const node = { id: 0, lat: 0, lon: 0, keys: [] as number[], values: [] as number[] }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.id = pbf.readSVarint()
    else if (tag === 2) pbf.readPackedVarint(into.keys)
    else if (tag === 3) pbf.readPackedVarint(into.values)
    else if (tag === 8) into.lat = pbf.readSVarint()
    else if (tag === 9) into.lon = pbf.readSVarint()
  }, node)
  const lat = (block.latOffset + block.granularity * node.lat) / 1e9
  const lon = (block.lonOffset + block.granularity * node.lon) / 1e9
  visit(node.id, lat, lon, node.keys.length > 0 ? tagsOf(block, node.keys, node.values) : undefined)
}

function readDense(bytes: Uint8Array, block: Block, visit: NonNullable<OsmVisitor['node']>): void {
  const { texts, granularity, latOffset, lonOffset } = block
  const ids: number[] = []
  const lats: number[] = []
  const lons: number[] = []
  const tagged: number[] = []
  new PbfReader(bytes).readFields((tag, _, pbf) => {
    if (tag === 1) pbf.readPackedSVarint(ids)
    else if (tag === 8) pbf.readPackedSVarint(lats)
    else if (tag === 9) pbf.readPackedSVarint(lons)
    else if (tag === 10) pbf.readPackedVarint(tagged)
  }, undefined)
  let [id, lat, lon, at] = [0, 0, 0, 0]
  for (let i = 0; i < ids.length; i++) {
    id += ids[i]!
    lat += lats[i]!
    lon += lons[i]!
    let tags: Record<string, string> | undefined
    while (at < tagged.length && tagged[at] !== 0) {
      tags ??= {}
      tags[texts.at(tagged[at]!)] = texts.at(tagged[at + 1]!)
      at += 2
    }
    at++
    visit(id, (latOffset + granularity * lat) / 1e9, (lonOffset + granularity * lon) / 1e9, tags)
  }
}

function readWay(bytes: Uint8Array, block: Block, visit: NonNullable<OsmVisitor['way']>): void {
  const way = { id: 0, keys: [] as number[], values: [] as number[], refs: [] as number[] }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.id = pbf.readVarint()
    else if (tag === 2) pbf.readPackedVarint(into.keys)
    else if (tag === 3) pbf.readPackedVarint(into.values)
    else if (tag === 8) pbf.readPackedSVarint(into.refs)
  }, way)
  visit(way.id, summed(way.refs), tagsOf(block, way.keys, way.values))
}

/** In place: from differences to values. */
function summed(differences: number[]): number[] {
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
    ...{ id: 0, keys: [] as number[], values: [] as number[] },
    ...{ roles: [] as number[], refs: [] as number[], types: [] as number[] },
  }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.id = pbf.readVarint()
    else if (tag === 2) pbf.readPackedVarint(into.keys)
    else if (tag === 3) pbf.readPackedVarint(into.values)
    else if (tag === 8) pbf.readPackedVarint(into.roles)
    else if (tag === 9) pbf.readPackedSVarint(into.refs)
    else if (tag === 10) pbf.readPackedVarint(into.types)
  }, columns)
  const members = summed(columns.refs).map(
    (ref, i): Member => ({
      type: memberTypes[columns.types[i]!] ?? 'relation',
      ref,
      role: block.texts.at(columns.roles[i] ?? 0),
    }),
  )
  visit(columns.id, members, tagsOf(block, columns.keys, columns.values))
}
