import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PbfReader, PbfWriter } from 'pbf'
import { maxBlobBytes, type OsmBlob, OsmPbfFile } from './blobs.ts'
import { readList } from './objects.ts'
import { frameBlob, packBlob } from './packing.ts'

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
export async function normaliseSpans(
  path: string,
  output: string,
  signal?: AbortSignal,
): Promise<string> {
  const file = await OsmPbfFile.open(path)
  let changes = 0
  async function* blobs(): AsyncGenerator<Uint8Array> {
    for await (const blob of file.blobs()) {
      const plain = blob.type === 'OSMData' ? await plainContent(file, blob) : undefined
      if (plain) changes++
      yield frameBlob(blob.type, plain ? packBlob(plain, 1) : await file.readPacked(blob))
    }
  }
  try {
    // One block at a time: it may be 32 MiB.
    const source = Readable.from(blobs(), { highWaterMark: 1 })
    await pipeline(source, createWriteStream(output), { signal })
  } finally {
    await file.close()
  }
  if (changes > 0) return output
  await rm(output)
  return path
}

async function plainContent(file: OsmPbfFile, blob: OsmBlob): Promise<Uint8Array | undefined> {
  const content = await file.read(blob)
  try {
    const plain = plainBlock(content)
    if (plain && plain.length > maxBlobBytes) throw new RangeError('too large with plain bridges')
    return plain
  } catch (cause) {
    throw file.damaged(blob, cause)
  }
}

/** A block with plain bridges and galleries; undefined where it has none but those already. */
function plainBlock(block: Uint8Array): Uint8Array | undefined {
  const texts = findTexts(block)
  const { bridge, tunnel } = texts
  if (bridge === undefined && tunnel === undefined) return undefined
  const yes = texts.yes ?? texts.count
  const isSpan = (key: number, value: number): boolean =>
    (key === bridge && !texts.knownBridges.has(value)) ||
    (key === tunnel && texts.galleries.has(value))

  const plain = replaceFields(block, (tag, group) =>
    tag === 2
      ? replaceFields(group, (tag, way) => (tag === 3 ? plainWay(way, isSpan, yes) : undefined))
      : undefined,
  )
  if (!plain || texts.yes !== undefined) return plain
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
      if (tag === 2) readList(pbf, into.keys)
      else if (tag === 3) readList(pbf, into.values)
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

/** Where in the text table of a block the words stand that spans are told by. */
interface KnownTexts {
  /** Of all texts. */
  count: number
  bridge?: number
  tunnel?: number
  yes?: number
  knownBridges: Set<number>
  galleries: Set<number>
}

function findTexts(block: Uint8Array): KnownTexts {
  const texts: KnownTexts = { count: 0, knownBridges: new Set(), galleries: new Set() }
  new PbfReader(block).readFields((tag, into, pbf) => {
    if (tag === 1) pbf.readMessage(findText, into)
  }, texts)
  return texts
}

function findText(tag: number, texts: KnownTexts, pbf: PbfReader): void {
  if (tag !== 1) return
  const at = texts.count++
  const bytes = pbf.readBytes()
  if (bytes.length > galleries.length) return
  // Byte for byte: only plain words are looked for.
  const text = Buffer.from(bytes).toString('latin1')
  if (text === 'bridge' || text === 'tunnel' || text === 'yes') texts[text] ??= at
  if (knownBridges.has(text)) texts.knownBridges.add(at)
  if (text === galleries) texts.galleries.add(at)
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
  let replaced: GrowingBytes | undefined
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
    replaced ??= new GrowingBytes(message.length + 64)
    replaced.add(message.subarray(copied, from))
    replaced.add(field(key >>> 3, replacement))
    copied = reader.pos
  }
  if (reader.pos > reader.length) throw new RangeError('a field reaches beyond its message')
  replaced?.add(message.subarray(copied))
  return replaced?.bytes()
}

/** Bytes put together from millions of pieces, without a list of them. */
class GrowingBytes {
  #bytes: Uint8Array
  #length = 0

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected)
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(2 * needed)
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = needed
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

function field(tag: number, value: Uint8Array): Uint8Array {
  const pbf = new PbfWriter(new Uint8Array(value.length + 16))
  pbf.writeBytesField(tag, value)
  return pbf.finish()
}
