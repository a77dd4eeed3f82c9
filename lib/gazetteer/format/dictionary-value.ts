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
}

/** A list in pages. */
export interface PagedList {
  count: number
  offset: number
  lengths: readonly number[]
  firsts: readonly number[]
}

/** The words with one tail, as their first letters. */
export interface TailWords {
  letters: string[]
  minDocId: number
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

/** The term whose value begins at `at`. */
export function decodeTerm(bytes: Uint8Array, at: number, key: string): PackTerm {
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
  return { key, count, minDocId, offset, lengths, firsts }
}

export function encodeTail({ letters, minDocId }: TailWords): Buffer {
  const out = new ByteWriter()
  out.varint(letters.length)
  out.varint(minDocId)
  out.text(letters.join(''))
  return out.take()
}

/** First letters of the words with a tail. */
export function decodeTailLetters(bytes: Uint8Array, at: number): string {
  const value = new ByteReader(bytes, at)
  value.varint()
  value.varint()
  return value.text()
}

/** The second number of a value, of terms and of tails; without a reader, for speed. */
export function minDocIdAt(bytes: Uint8Array, valueAt: number): number {
  let at = valueAt
  while (bytes[at]! >= 0x80) at++
  at++
  let docId = 0
  let scale = 1
  for (;;) {
    const byte = bytes[at++]!
    docId += (byte & 0x7f) * scale
    if (byte < 0x80) return docId
    scale *= 0x80
  }
}
