import type { Term } from '../gazetteer.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { listPageCounts, maxInlineDocIds } from './postings.ts'

/** A term with its list of docIds, or with the spans of the list's pages. */
export interface PackTerm extends Term {
  /** The whole list if it is short. */
  docIds?: readonly number[]
  /** Byte offset of the list's first page in the `postings` section. */
  offset: number
  /** Length of each page, bytes. */
  lengths: readonly number[]
  /** First docId of each page. */
  firsts: readonly number[]
  /** Shards of the list's places, ascending; empty if there are too many. Set in a router, for a list in pages. */
  shards?: readonly number[]
}

/** Maximum number of shards stored with a term. A longer list would not tell a search where to read ahead. */
const maxShards = 8

/** A posting list in pages. */
export interface PagedList {
  count: number
  offset: number
  lengths: readonly number[]
  firsts: readonly number[]
}

/** @param docIds Ascending. */
export function encodeInlineTerm(docIds: Uint32Array): Buffer {
  const out = new ByteWriter()
  out.varint(docIds.length)
  for (const [i, docId] of docIds.entries()) {
    out.varint(i === 0 ? docId : docId - docIds[i - 1]! - 1)
  }
  return out.take()
}

export function encodePagedTerm({ count, offset, lengths, firsts }: PagedList): Buffer {
  const out = new ByteWriter()
  out.varint(count)
  out.varint(firsts[0]!)
  out.varint(offset)
  for (const length of lengths) out.varint(length)
  for (let i = 1; i < firsts.length; i++) out.varint(firsts[i]! - firsts[i - 1]!)
  return out.take()
}

/**
 * Encodes the shards of a list in pages, which follow the term's value in the dictionary of a router.
 *
 * @param shards Ascending.
 */
export function encodeTermShards(shards: readonly number[]): Buffer {
  const listed = shards.length > maxShards ? [] : shards
  const out = new ByteWriter()
  out.varint(listed.length)
  for (const shard of listed) out.varint(shard)
  return out.take()
}

/** Decodes the term whose value begins at byte `at`. */
export function decodeTerm(
  bytes: Uint8Array,
  at: number,
  { key, isRouter }: { key: string; isRouter: boolean },
): PackTerm {
  const value = new ByteReader(bytes, at)
  const count = value.varint()
  const minDocId = value.varint()
  if (count <= maxInlineDocIds) {
    const docIds = [minDocId]
    while (docIds.length < count) docIds.push(docIds.at(-1)! + value.varint() + 1)
    return { key, count, minDocId, docIds, offset: 0, lengths: [], firsts: [] }
  }
  const offset = value.varint()
  const lengths = listPageCounts(count).map(() => value.varint())
  const firsts = [minDocId]
  while (firsts.length < lengths.length) firsts.push(firsts.at(-1)! + value.varint())
  const list = { key, count, minDocId, offset, lengths, firsts }
  if (!isRouter) return list
  return { ...list, shards: Array.from({ length: value.varint() }, () => value.varint()) }
}

/** Encodes the value of a word in the spellings. */
export function encodeSpelling(minDocId: number): Buffer {
  const out = new ByteWriter()
  out.varint(minDocId)
  return out.take()
}

/** Decodes the value of a word in the spellings; for speed, without a `ByteReader`. */
export function decodeSpelling(bytes: Uint8Array, valueAt: number): number {
  let docId = 0
  let scale = 1
  for (let at = valueAt; ; at++) {
    const byte = bytes[at]!
    docId += (byte & 0x7f) * scale
    if (byte < 0x80) return docId
    scale *= 0x80
  }
}

/** Decodes the lowest docId of a term, the second number of its value. */
export function decodeMinDocId(bytes: Uint8Array, valueAt: number): number {
  let at = valueAt
  while (bytes[at]! >= 0x80) at++
  return decodeSpelling(bytes, at + 1)
}
