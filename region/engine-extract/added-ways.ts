import { PbfWriter } from 'pbf'
import type { AddedWay } from './squares/index.ts'

const waysPerBlock = 8_000

/** Yields blocks of an extract with these ways, in order. */
export function* encodeWays(ways: readonly AddedWay[]): Generator<Uint8Array> {
  for (let i = 0; i < ways.length; i += waysPerBlock)
    yield encodeBlock(ways.slice(i, i + waysPerBlock))
}

/** Encodes a block, with the fields of PrimitiveBlock in osmformat.proto. */
function encodeBlock(ways: readonly AddedWay[]): Uint8Array {
  const texts = new Map([['', 0]])
  const findIndex = (text: string): number => {
    if (!texts.has(text)) texts.set(text, texts.size)
    return texts.get(text)!
  }
  const group = new PbfWriter()
  for (const { id, nodes, tags } of ways) {
    const way = new PbfWriter()
    way.writeVarintField(1, id)
    way.writePackedVarint(2, Object.keys(tags).map(findIndex))
    way.writePackedVarint(3, Object.values(tags).map(findIndex))
    way.writePackedSVarint(
      8,
      nodes.map((node, i) => node - (nodes[i - 1] ?? 0)),
    )
    group.writeBytesField(3, way.finish())
  }
  const table = new PbfWriter()
  for (const text of texts.keys()) table.writeBytesField(1, Buffer.from(text))
  const block = new PbfWriter()
  block.writeBytesField(1, table.finish())
  block.writeBytesField(2, group.finish())
  return block.finish()
}
