import { constants, zstdCompressSync } from 'node:zlib'
import { ByteWriter, decompressed } from './bytes.ts'
import type { UnitDecoder } from './unit.ts'

/** So few docIds stand in the dictionary itself. */
export const maxInlineDocIds = 8
/** DocIds between two skip entries. */
export const groupSize = 128
const firstPageDocIds = 512
const maxPageDocIds = 65_536

/**
 * How many docIds each page of a list holds: 512, 512, 1,024, 2,048 ... and from then on 65,536. So the
 * first n docIds are in pages of less than 2 n together, and the pages follow from the length alone.
 */
export function pageCounts(count: number): number[] {
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
 * A page: for every group of 128 docIds its first docId and where its other docIds begin in the page
 * (two uint32), then those, each as the difference to the one before, less one.
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
/** Of fewer docIds there is too little to gain. */
const minCompressedDocIds = 1024
/** Steps between docIds are all alike by chance: to look for what repeats makes them larger. */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A page as it stands in the file: long ones are compressed, which leaves little more than half of them. */
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
    if (bytes[0] === packing.zstd) return decompressed(body)
    if (bytes[0] === packing.plain) return Uint8Array.from(body)
    throw new RangeError(`no packing of a page: ${bytes[0]}`)
  },
  memoryBytes: ({ length }) => 100 + length,
  detached: true,
}
