import { eachField, GrowingBytes } from './fields.ts'

// Field numbers of osmformat.proto.
const groupField = 2
const relationField = 4

/** A block of a sorted file, cut before its first relation. */
export interface CutBlock {
  /** Undefined where the block has relations only. */
  before: Uint8Array | undefined
  /** Undefined where it has none. */
  relations: Uint8Array | undefined
}

/** Each part keeps the text table and all else that describes the block. */
export function cutBeforeRelations(block: Uint8Array): CutBlock {
  const before = new GrowingBytes(block.length)
  const relations = new GrowingBytes(1024)
  const groups = { before: 0, relations: 0 }
  eachField(block, (tag, group, from, to) => {
    const encoded = block.subarray(from, to)
    if (tag !== groupField || !group) {
      before.add(encoded)
      relations.add(encoded)
    } else if (hasRelations(group)) {
      groups.relations++
      relations.add(encoded)
    } else {
      groups.before++
      before.add(encoded)
    }
  })
  return {
    before: groups.before > 0 || groups.relations === 0 ? before.bytes() : undefined,
    relations: groups.relations > 0 ? relations.bytes() : undefined,
  }
}

function hasRelations(group: Uint8Array): boolean {
  let found = false
  eachField(group, (tag) => {
    found ||= tag === relationField
  })
  return found
}
