import { constants, zstdCompressSync } from 'node:zlib'
import { ByteWriter, decompress } from './bytes.ts'
import type { UnitDecoder } from './unit.ts'

/** Maximum length of a list in the dictionary itself; longer lists are in pages. */
export const maxInlineDocIds = 8
/** Number of docIds per skip entry. */
export const groupSize = 128
const firstPageDocIds = 512
const maxPageDocIds = 65_536

/**
 * Returns the number of docIds in each page of a list: 512, 512, 1,024, 2,048 ... 65,536, 65,536 ... So the
 * pages of the first n docIds hold less than 2n, and the number of pages follows from the length of the list.
 */
export function listPageCounts(count: number): number[] {
  const pages: number[] = []
  let total = 0
  while (total < count) {
    const size = total === 0 ? firstPageDocIds : Math.min(total, maxPageDocIds)
    pages.push(Math.min(size, count - total))
    total += size
  }
  return pages
}

/**
 * Encodes a page. It begins with a skip entry for each group of 128 docIds: the group's first docId and the
 * offset of its other docIds in the page (uint32 each). The other docIds follow, each as the difference to the
 * one before, minus 1.
 */
function encodePage(docIds: Uint32Array): Buffer {
  const groups = Math.ceil(docIds.length / groupSize)
  const rest = new ByteWriter()
  const out = new ByteWriter()
  for (let group = 0; group < groups; group++) {
    const start = group * groupSize
    out.uint32(docIds[start]!)
    out.uint32(8 * groups + rest.length)
    const end = Math.min(start + groupSize, docIds.length)
    for (let i = start + 1; i < end; i++) rest.varint(docIds[i]! - docIds[i - 1]! - 1)
  }
  out.bytes(rest.view())
  return out.take()
}

const packing = { plain: 0, zstd: 1 } as const
/** Minimum number of docIds in a compressed page; shorter pages gain too little. */
const minCompressedDocIds = 1024
/** Differences repeat only by chance, and a thorough search for repetitions makes pages larger. */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Encodes a page as it is stored. Compression reduces long pages to little more than half. */
export function packPage(docIds: Uint32Array): Buffer {
  const page = encodePage(docIds)
  const packed = docIds.length < minCompressedDocIds ? page : zstdCompressSync(page, quick)
  const isSmaller = packed.length < 0.9 * page.length
  return Buffer.concat([
    Uint8Array.of(isSmaller ? packing.zstd : packing.plain),
    isSmaller ? packed : page,
  ])
}

export const postingsPageDecoder: UnitDecoder<Uint8Array> = {
  name: 'a page of postings',
  decode(bytes) {
    const body = bytes.subarray(1)
    if (bytes[0] === packing.zstd) return decompress(body)
    if (bytes[0] === packing.plain) return Uint8Array.from(body)
    throw new RangeError(`no packing of a page: ${bytes[0]}`)
  },
  memoryBytes: ({ length }) => 100 + length,
  detached: true,
}
