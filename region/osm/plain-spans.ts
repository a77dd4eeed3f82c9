import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PbfReader, PbfWriter } from 'pbf'
import { OsmPbfFile } from './blobs.ts'
import { framed, packed } from './packing.ts'

/** Values of `bridge` that the engine's builder understands. To it any other value is no bridge. */
const knownBridges = new Set(['yes', 'no', '1'])
/** Galleries: a roof along a slope, through which the elevation model falls. */
const galleries = 'avalanche_protector'

/**
 * The extract as the engine's builder should see it: every kind of bridge (`bridge=viaduct`,
 * `movable`, `boardwalk`, ...) as `bridge=yes`, avalanche galleries as tunnels. The builder of Valhalla
 * 3.6.1 knows but `yes` and `1`, so that a road over a viaduct would go down into the valley and up
 * again. Nothing else is touched.
 *
 * @returns `output`, written, or `path` itself where there is nothing to change.
 */
export async function withPlainSpans(
  path: string,
  output: string,
  signal?: AbortSignal,
): Promise<string> {
  const file = await OsmPbfFile.open(path)
  let changes = 0
  async function* blobs(): AsyncGenerator<Uint8Array> {
    for await (const blob of file.blobs()) {
      const plain = blob.type === 'OSMData' ? plainBlock(await file.read(blob)) : undefined
      if (plain) changes++
      yield framed(blob.type, plain ? packed(plain, 1) : await file.readPacked(blob))
    }
  }
  try {
    await pipeline(Readable.from(blobs()), createWriteStream(output), { signal })
  } finally {
    await file.close()
  }
  if (changes > 0) return output
  await rm(output)
  return path
}

/** A block with plain bridges and galleries; undefined where it has none but those already. */
function plainBlock(block: Uint8Array): Uint8Array | undefined {
  const texts = readTexts(block)
  const bridge = texts.indexOf('bridge')
  const tunnel = texts.indexOf('tunnel')
  if (bridge < 0 && tunnel < 0) return undefined
  const hasYes = texts.includes('yes')
  const yes = hasYes ? texts.indexOf('yes') : texts.length
  const isSpan = (key: number, value: number): boolean =>
    (key === bridge && !knownBridges.has(texts[value]!)) ||
    (key === tunnel && texts[value] === galleries)

  const plain = replaceFields(block, (tag, group) =>
    tag === 2
      ? replaceFields(group, (tag, way) => (tag === 3 ? plainWay(way, isSpan, yes) : undefined))
      : undefined,
  )
  if (!plain || hasYes) return plain
  return replaceFields(plain, (tag, table) =>
    tag === 1 ? Buffer.concat([table, field(1, Buffer.from('yes'))]) : undefined,
  )
}

function plainWay(
  way: Uint8Array,
  isSpan: (key: number, value: number) => boolean,
  yes: number,
): Uint8Array | undefined {
  const { keys, values } = new PbfReader(way).readFields(
    (tag, into, pbf) => {
      if (tag === 2) pbf.readPackedVarint(into.keys)
      else if (tag === 3) pbf.readPackedVarint(into.values)
    },
    { keys: [] as number[], values: [] as number[] },
  )
  const plain = values.map((value, i) => (isSpan(keys[i]!, value) ? yes : value))
  if (plain.every((value, i) => value === values[i])) return undefined
  return replaceFields(way, (tag) => {
    if (tag !== 3) return undefined
    const varints = new PbfWriter()
    for (const value of plain) varints.writeVarint(value)
    return varints.finish()
  })
}

function readTexts(block: Uint8Array): string[] {
  const texts: string[] = []
  new PbfReader(block).readFields((tag, into, pbf) => {
    if (tag !== 1) return
    pbf.readMessage((tag, into, pbf) => {
      // Byte for byte: only plain words are looked for.
      if (tag === 1) into.push(Buffer.from(pbf.readBytes()).toString('latin1'))
    }, into)
  }, texts)
  return texts
}

/**
 * Replaces fields of a message that hold bytes; all others are copied as they are. Undefined when
 * `replace` has nothing for any of them.
 */
function replaceFields(
  message: Uint8Array,
  replace: (tag: number, value: Uint8Array) => Uint8Array | undefined,
): Uint8Array | undefined {
  const reader = new PbfReader(message)
  const parts: Uint8Array[] = []
  let copied = 0
  while (reader.pos < reader.length) {
    const from = reader.pos
    const key = reader.readVarint()
    if ((key & 7) !== 2) {
      reader.skip(key)
      continue
    }
    const replacement = replace(key >>> 3, reader.readBytes())
    if (!replacement) continue
    parts.push(message.subarray(copied, from), field(key >>> 3, replacement))
    copied = reader.pos
  }
  return parts.length > 0 ? Buffer.concat([...parts, message.subarray(copied)]) : undefined
}

function field(tag: number, value: Uint8Array): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeBytesField(tag, value)
  return pbf.finish()
}
