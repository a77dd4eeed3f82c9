import { PbfReader, PbfWriter } from 'pbf'
import { readList } from '../osm/index.ts'
import type { Membership } from './membership.ts'

// Field numbers of osmformat.proto: of a block, of a group, and of the objects.
const [textsField, groupField] = [1, 2]
const [plainNodes, denseNodes, waysField, relationsField] = [1, 2, 3, 4]
const idField = 1
const dense = { ids: 1, info: 5, lats: 8, lons: 9, tags: 10 }
const memberIdsField = 9
const [infoField, changesetField] = [4, 3]

/** Facts in a block about the whole extract. */
export interface BlockFacts {
  /** Largest changeset of a node or relation; 0 if the extract has none. */
  maxChangeset: number
  lastNode: number
}

/** Reduces a block to the objects of each part; undefined for a part without objects in the block. */
export function filterBlock(
  block: Uint8Array,
  { parts, nodes, ways }: Membership,
  facts: BlockFacts,
): (Uint8Array | undefined)[] {
  const outputs = parts.map(() => new PartBlock())
  const others: Uint8Array[] = []
  let texts: Uint8Array = new Uint8Array()
  const reader = new PbfReader(block)
  while (reader.pos < reader.length) {
    const from = reader.pos
    const key = reader.readVarint()
    const tag = key >>> 3
    if (tag !== groupField) {
      reader.skip(key)
      const field = block.subarray(from, reader.pos)
      if (tag === textsField) texts = field
      else others.push(field)
      continue
    }
    const group = new PbfReader(reader.readBytes())
    while (group.pos < group.length) {
      const kind = group.readVarint() >>> 3
      const object = group.readBytes()
      if (kind === denseNodes) filterDense(object, nodes, outputs, facts)
      else if (kind === plainNodes) {
        const { id, changeset } = readSigned(object)
        facts.lastNode = id
        facts.maxChangeset = Math.max(facts.maxChangeset, changeset)
        addTo(outputs, nodes.get(id), kind, object)
      } else if (kind === waysField) addTo(outputs, ways.get(readId(object)), kind, object)
      else if (kind === relationsField) {
        const { mask, changeset } = readRelation(object, ways)
        facts.maxChangeset = Math.max(facts.maxChangeset, changeset)
        addTo(outputs, mask, kind, object)
      }
    }
  }
  return outputs.map((output) => output.bytes(texts, others))
}

function addTo(outputs: readonly PartBlock[], mask: number, kind: number, object: Uint8Array) {
  for (let i = 0, rest = mask; rest !== 0; i++, rest >>>= 1)
    if (rest & 1) outputs[i]!.addObject(kind, object)
}

/** Objects of one part in a block. */
class PartBlock {
  readonly #objects = new Map<number, PbfWriter>()
  readonly #nodes = { ids: [] as number[], lats: [] as number[], lons: [] as number[] }
  readonly #tags: number[] = []
  #hasTags = false

  addObject(kind: number, object: Uint8Array): void {
    const group = this.#objects.get(kind) ?? new PbfWriter()
    this.#objects.set(kind, group)
    group.writeBytesField(kind, object)
  }

  /** @param tags Indices of keys and values in turn. */
  addNode(id: number, lat: number, lon: number, tags: readonly number[]): void {
    this.#nodes.ids.push(id)
    this.#nodes.lats.push(lat)
    this.#nodes.lons.push(lon)
    for (const text of tags) this.#tags.push(text)
    this.#tags.push(0)
    this.#hasTags ||= tags.length > 0
  }

  bytes(texts: Uint8Array, others: readonly Uint8Array[]): Uint8Array | undefined {
    const { ids, lats, lons } = this.#nodes
    if (ids.length === 0 && this.#objects.size === 0) return undefined
    const groups: Uint8Array[] = []
    if (ids.length > 0) {
      const columns = new PbfWriter()
      columns.writePackedSVarint(dense.ids, toDifferences(ids))
      columns.writePackedSVarint(dense.lats, toDifferences(lats))
      columns.writePackedSVarint(dense.lons, toDifferences(lons))
      if (this.#hasTags) columns.writePackedVarint(dense.tags, this.#tags)
      groups.push(encodeField(denseNodes, columns.finish()))
    }
    for (const kind of [plainNodes, waysField, relationsField]) {
      const objects = this.#objects.get(kind)
      if (objects) groups.push(objects.finish())
    }
    const needsTexts = this.#hasTags || this.#objects.size > 0
    return Buffer.concat([
      needsTexts ? texts : encodeField(textsField, encodeField(1, new Uint8Array())),
      ...groups.map((group) => encodeField(groupField, group)),
      ...others,
    ])
  }
}

function encodeField(tag: number, content: Uint8Array): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeBytesField(tag, content)
  return pbf.finish()
}

function toDifferences(values: readonly number[]): number[] {
  return values.map((value, i) => value - (i === 0 ? 0 : values[i - 1]!))
}

/**
 * Filters nodes in columns. They lose their metadata: the engine needs only the largest changeset of the whole
 * extract.
 */
function filterDense(
  object: Uint8Array,
  nodes: Membership['nodes'],
  outputs: readonly PartBlock[],
  facts: BlockFacts,
): void {
  const columns = new Map<number, PbfReader>()
  const reader = new PbfReader(object)
  while (reader.pos < reader.length) {
    const key = reader.readVarint()
    if ((key & 7) === 2) columns.set(key >>> 3, new PbfReader(reader.readBytes()))
    else reader.skip(key)
  }
  const column = (tag: number): PbfReader => columns.get(tag) ?? new PbfReader(new Uint8Array())
  const [ids, lats, lons] = [column(dense.ids), column(dense.lats), column(dense.lons)]
  const texts = column(dense.tags)
  let [id, lat, lon] = [0, 0, 0]
  const tags: number[] = []
  while (ids.pos < ids.length) {
    id += ids.readSVarint()
    lat += lats.readSVarint()
    lon += lons.readSVarint()
    tags.length = 0
    while (texts.pos < texts.length) {
      const text = texts.readVarint()
      if (text === 0) break
      tags.push(text, texts.readVarint())
    }
    const mask = nodes.get(id)
    for (let i = 0, rest = mask; rest !== 0; i++, rest >>>= 1)
      if (rest & 1) outputs[i]!.addNode(id, lat, lon, tags)
  }
  facts.lastNode = id
  facts.maxChangeset = Math.max(facts.maxChangeset, readMaxChangeset(column(dense.info)))
}

/** Returns the largest value of the column of changesets, which contains differences. */
function readMaxChangeset(info: PbfReader): number {
  let max = 0
  info.readFields((tag, _, pbf) => {
    if (tag !== changesetField) return
    const column = new PbfReader(pbf.readBytes())
    let changeset = 0
    while (column.pos < column.length) {
      changeset += column.readSVarint()
      max = Math.max(max, changeset)
    }
  }, undefined)
  return max
}

function readChangeset(info: Uint8Array): number {
  return new PbfReader(info).readFields(
    (tag, into, pbf) => {
      if (tag === changesetField) into.changeset = pbf.readVarint()
    },
    { changeset: 0 },
  ).changeset
}

/** Reads a node outside of columns, whose id is signed. */
function readSigned(object: Uint8Array): { id: number; changeset: number } {
  return new PbfReader(object).readFields(
    (tag, into, pbf) => {
      if (tag === idField) into.id = pbf.readSVarint()
      else if (tag === infoField) into.changeset = readChangeset(pbf.readBytes())
    },
    { id: 0, changeset: 0 },
  )
}

function readId(object: Uint8Array): number {
  const reader = new PbfReader(object)
  while (reader.pos < reader.length) {
    const key = reader.readVarint()
    if (key >>> 3 === idField) return reader.readVarint()
    reader.skip(key)
  }
  return 0
}

/**
 * Reads a relation. It belongs to the parts of the ways with the ids of its members, of any type: for bicycle and road
 * routes the engine treats the id of a node as a way's id (pbfgraphparser.cc, `relation`).
 */
function readRelation(
  object: Uint8Array,
  ways: Membership['ways'],
): { mask: number; changeset: number } {
  const members: number[] = []
  const { changeset } = new PbfReader(object).readFields(
    (tag, into, pbf) => {
      if (tag === memberIdsField) readList(pbf, members, true)
      else if (tag === infoField) into.changeset = readChangeset(pbf.readBytes())
    },
    { changeset: 0 },
  )
  let id = 0
  let mask = 0
  for (const difference of members) {
    id += difference
    mask |= ways.get(id)
  }
  return { mask, changeset }
}
