import { zstdCompressSync } from 'node:zlib'
import type { HotPrefix } from '../gazetteer.ts'
import { ByteReader, ByteWriter, decompress } from './bytes.ts'
import { hotPlaces } from './layout.ts'
import { estimatePlaceBytes, PlaceBlock } from './place-decoder.ts'
import type { SymbolTable } from './symbols.ts'
import type { UnitDecoder } from './unit.ts'

/** @param places First places of the list, encoded as a block of documents. */
export function encodeHotList(docIds: Uint32Array, places: Buffer): Buffer {
  const out = new ByteWriter()
  out.varint(docIds.length)
  for (const [i, docId] of docIds.entries()) {
    out.varint(i === 0 ? docId : docId - docIds[i - 1]! - 1)
  }
  out.bytes(zstdCompressSync(places))
  return out.take()
}

export function createHotListDecoder(symbols: SymbolTable): UnitDecoder<HotPrefix> {
  return {
    name: 'the list of a prefix',
    decode: (bytes) => decodeHotList(bytes, symbols),
    memoryBytes: ({ docIds, places }) =>
      places.reduce((sum, place) => sum + estimatePlaceBytes(place), 200 + 8 * docIds.length),
    detached: true,
  }
}

function decodeHotList(bytes: Uint8Array, symbols: SymbolTable): HotPrefix {
  const from = new ByteReader(bytes)
  const docIds: number[] = []
  for (let left = from.varint(); left > 0; left--) {
    docIds.push(docIds.length === 0 ? from.varint() : docIds.at(-1)! + from.varint() + 1)
  }
  const block = new PlaceBlock(decompress(bytes.subarray(from.at)), symbols)
  const places = docIds.slice(0, hotPlaces).map((docId, i) => block.place(i, docId))
  return { docIds, places }
}
