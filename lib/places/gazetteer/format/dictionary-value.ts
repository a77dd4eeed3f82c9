import type { Term } from '../gazetteer.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { maxInlineDocIds, pageCounts } from './postings.ts'

/** A term with its list, or with the span of the list's pages. */
export interface PackTerm extends Term {
  /** The whole list, when it is short. */
  docIds?: readonly number[]
  /** Where its first page is in the postings. */
  offset: number
  /** Bytes of each page. */
  lengths: readonly number[]
  /** First docId of each page. */
  firsts: readonly number[]
  /** Of a router's list in pages: the shards of its places, ascending; empty for many. */
  shards?: readonly number[]
}

/** More shards than a search can expect anything of. */
const maxShards = 8

/** A list in pages. */
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

/** Stands behind the value of a list in pages, in the dictionary of a router. @param shards Ascending. */
export function encodeShardsOfTerm(shards: readonly number[]): Buffer {
  const listed = shards.length > maxShards ? [] : shards
  const out = new ByteWriter()
  out.varint(listed.length)
  for (const shard of listed) out.varint(shard)
  return out.take()
}

/** The term whose value begins at `at`. */
export function decodeTerm(
  bytes: Uint8Array,
  at: number,
  { key, ofRouter }: { key: string; ofRouter: boolean },
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
  const lengths = pageCounts(count).map(() => value.varint())
  const firsts = [minDocId]
  while (firsts.length < lengths.length) firsts.push(firsts.at(-1)! + value.varint())
  const list = { key, count, minDocId, offset, lengths, firsts }
  if (!ofRouter) return list
  return { ...list, shards: Array.from({ length: value.varint() }, () => value.varint()) }
}

/** The value of a word in the spellings. */
export function encodeSpelling(minDocId: number): Buffer {
  const out = new ByteWriter()
  out.varint(minDocId)
  return out.take()
}

/** The value of a word in the spellings; without a reader, for speed. */
export function minDocIdOfWord(bytes: Uint8Array, valueAt: number): number {
  let docId = 0
  let scale = 1
  for (let at = valueAt; ; at++) {
    const byte = bytes[at]!
    docId += (byte & 0x7f) * scale
    if (byte < 0x80) return docId
    scale *= 0x80
  }
}

/** The second number of a term's value, its lowest docId. */
export function minDocIdAt(bytes: Uint8Array, valueAt: number): number {
  let at = valueAt
  while (bytes[at]! >= 0x80) at++
  return minDocIdOfWord(bytes, at + 1)
}
