import { GrowingBytes, visitFields } from './fields.ts'

// Field numbers of osmformat.proto.
const groupField = 2
const relationField = 4

/** A block of a sorted file, cut before its first relation. */
export interface CutBlock {
  /** Undefined if the block contains only relations. */
  before: Uint8Array | undefined
  /** Undefined if the block contains none. */
  relations: Uint8Array | undefined
}

/** Cuts a block before its first relation. Each part keeps the text table and all other fields of the block. */
export function cutBeforeRelations(block: Uint8Array): CutBlock {
  const before = new GrowingBytes(block.length)
  const relations = new GrowingBytes(1024)
  const groups = { before: 0, relations: 0 }
  visitFields(block, (tag, group, from, to) => {
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
  visitFields(group, (tag) => {
    found ||= tag === relationField
  })
  return found
}
